import type { QuickJS } from 'quickjs-wasi';

const megabyte = 1024 * 1024;

/** Memory of the interpreter beside the limit of its session: what tells of a cell that used all of that needs some too. */
export const reserveBytes: number = 16 * megabyte;

/** So much of it may be used; the rest is for the gaps between what is allocated. */
const tellingBytes = 10 * megabyte;

/** QuickJS tells of so much less than it holds to its limit. */
const untoldBytes = 1.1 * megabyte;
/**
 * By so much cells may go beyond the limit where earlier ones left the memory full, so that they can let something go. Each gets a third
 * of what is left of it, and this at least: a few that do not let go leave enough for one that does.
 */
const beyondBytes = 6 * megabyte;
const leastCellBytes = megabyte / 8;
/** From this share of the limit on, memory was used up: what is allocated has gaps between, and QuickJS counts what it asked for. */
const fullShare = 0.97;

/** How much memory may be used: by cells the session's limit, by the guest's own code what tells of them besides. */
export class MemoryRoom {
  readonly #vm: QuickJS;
  readonly #limitBytes: number;
  #cellBytes: number;
  #isFull = false;

  constructor(vm: QuickJS, limitBytes: number) {
    this.#vm = vm;
    this.#limitBytes = limitBytes;
    this.#cellBytes = limitBytes;
  }

  /** Before each cell. */
  beginCell(): void {
    if (!this.#isFull) return;
    const { mallocSize } = this.whileTelling(() => this.#vm.getMemoryUsage());
    const used = mallocSize + untoldBytes;
    this.#isFull = used > this.#limitBytes - megabyte;
    const room = Math.max(leastCellBytes, (this.#limitBytes + beyondBytes - used) / 3);
    const most = this.#limitBytes + tellingBytes - megabyte;
    this.#cellBytes = this.#isFull
      ? Math.round(Math.max(this.#limitBytes, Math.min(used + room, most)))
      : this.#limitBytes;
    this.#use(this.#cellBytes);
  }

  /** A cell has used up what it may: what nothing holds any more is let go. */
  noteFull(): void {
    this.#isFull = true;
    this.#vm.runGC();
  }

  /** Whether a cell has once used up what it may: WebAssembly's memory does not become smaller. */
  get wasFull(): boolean {
    return this.#exports.memory.buffer.byteLength > this.#limitBytes * fullShare;
  }

  /** Does work of the guest's own code that must go well when a cell has used up its memory. */
  whileTelling<Value>(work: () => Value): Value {
    this.#use(this.#limitBytes + tellingBytes);
    try {
      return work();
    } finally {
      this.#use(this.#cellBytes);
    }
  }

  #use(bytes: number): void {
    this.#exports.qjs_set_memory_limit(bytes);
  }

  get #exports(): Exports {
    return (this.#vm as unknown as { readonly exports: Exports }).exports;
  }
}

/** What `memoryLimit` sets once, and the memory; both are private, hence the exact version. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly qjs_set_memory_limit: (bytes: number) => void;
}
