import type { QuickJS } from 'quickjs-wasi';

const megabyte = 1024 * 1024;

/**
 * Memory of the interpreter besides the limit of its session: reporting a cell that used up its memory needs some too.
 */
export const reserveBytes: number = 16 * megabyte;

/** The part of it that may be used; the rest is for the gaps between allocations. */
const tellingBytes = 10 * megabyte;

/** QuickJS reports this much less than it counts towards its limit. */
const untoldBytes = 1.1 * megabyte;
/**
 * How far cells may exceed the limit if earlier ones left the memory full, so that they can free some. Each gets a
 * third of the rest, and at least this: a few that free nothing leave enough for one that does.
 */
const beyondBytes = 6 * megabyte;
const leastCellBytes = megabyte / 8;
/**
 * From this share of the limit on, memory counts as used up: there are gaps between allocations, and QuickJS counts
 * only the requested bytes.
 */
const fullShare = 0.97;

/**
 * How much memory may be used: the session's limit for cells, and more for the helpers that report on them.
 */
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

  /** A cell has used up its memory: frees what nothing holds any more. */
  noteFull(): void {
    this.#isFull = true;
    this.#vm.runGC();
  }

  /** Whether a cell has ever used up its memory: WebAssembly's memory never shrinks. */
  get wasFull(): boolean {
    return this.#vm._getExports().memory.buffer.byteLength > this.#limitBytes * fullShare;
  }

  /** Does work of the helpers that must go well when a cell has used up its memory. */
  whileTelling<Value>(work: () => Value): Value {
    this.#use(this.#limitBytes + tellingBytes);
    try {
      return work();
    } finally {
      this.#use(this.#cellBytes);
    }
  }

  #use(bytes: number): void {
    this.#vm._getExports().qjs_set_memory_limit(bytes);
  }
}
