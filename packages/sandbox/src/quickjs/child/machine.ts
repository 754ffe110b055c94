import { JSValueHandle, QuickJS, type QuickJSOptions } from 'quickjs-wasi';

import { type CallResultFrame, shownValueChars } from '../../contract/frames.js';
import { wholeOutputChars } from '../../contract/limits.js';
import type { PreflightFinding } from '../../contract/preflight.js';
import { cellToStop } from '../../process/inside/stops.js';
import { tooLarge } from '../../session/json-text.js';
import { type CellRequests, createCallbacks } from './callbacks.js';
import { MemoryRoom } from './memory-room.js';
import type { SessionOptions } from './session-options.js';
import { readSnapshot, writeSnapshot } from './snapshot-format.js';
import { readText } from './text.js';
import { createWasi, type CellClock } from './wasi.js';

/** The limit in bytes of one text of the helpers: lists of variables, whatever the limit of values is. */
const maxListingBytes = 8 * 1024 * 1024;

const asyncScript = 128;
const states = ['running', 'fulfilled', 'rejected'] as const;

type Argument = string | number | boolean | JSValueHandle;

/** What is told of a cell when nothing of it runs any more. */
export interface CellAccount {
  /** The text of its value, if it has one. */
  readonly value?: string | undefined;
  /** The names of the sandbox that it took. */
  readonly taken: readonly PreflightFinding[];
  /** JSON text of the user's variables. */
  readonly variables: string;
}

/**
 * The interpreter, with the helpers in it (`javascript/helpers`). Its methods throw what the code in it threw, or that it was stopped.
 */
export class Machine {
  readonly vm: QuickJS;
  readonly room: MemoryRoom;
  /** The cell that runs: the requests of the code in the interpreter go to it. */
  cell: CellRequests | undefined;
  readonly #clock: CellClock;
  readonly #maxTextBytes: number;
  /** The operations of the helpers, and those that were used. */
  readonly #operations: JSValueHandle;
  readonly #used = new Map<string, JSValueHandle>();
  /** The promise of the cell's code. */
  #promise: JSValueHandle | undefined;
  /** Whether the names of the sandbox have the values that it gave them. */
  #areNamesKept = false;

  /**
   * Boots an interpreter: from the snapshot of a session, or for a new session from a base, or from scratch. Only then it has a base for
   * others: the interpreter as it is when it has read the helpers, and knows nothing of its session.
   */
  static async create(
    wasm: WebAssembly.Module,
    given: SessionOptions,
    { snapshot, base }: { readonly snapshot?: Uint8Array; readonly base?: Uint8Array },
  ): Promise<{ readonly machine: Machine; readonly base: Uint8Array | undefined }> {
    let machine: Machine | undefined;
    const cell = (): CellRequests | undefined => machine?.cell;
    const clock = { nowMs: 0 };
    const options: QuickJSOptions = {
      wasm,
      wasi: createWasi(clock),
      memoryLimit: given.limits.memoryBytes,
      maxStackSize: given.stackBytes,
      interruptHandler: () => shouldStop(cell()),
      onUnhandledRejection: (promise, reason, isHandled) => {
        cell()?.onRejection(promise.identity, isHandled ? undefined : reason);
      },
      timezoneOffset: 0,
    };
    const bytes = snapshot ?? base;
    const kept = bytes && readSnapshot(bytes);
    const vm = kept ? await QuickJS.restore(kept.snapshot, options) : await QuickJS.create(options);
    const handle = kept ? vm.importHandle(kept.token) : readHelpers(vm, given.helperSource);
    const made = kept ? undefined : snapshotOf(vm, handle);
    const callbacks = createCallbacks(vm, cell, given.limits);
    if (snapshot === undefined) {
      const operations = boot(vm, handle, callbacks, given);
      machine = new Machine(vm, operations, clock, given);
    } else {
      for (const [name, call] of Object.entries(callbacks)) vm.registerHostCallback(name, call);
      machine = new Machine(vm, handle, clock, given);
    }
    return { machine, base: made };
  }

  private constructor(
    vm: QuickJS,
    operations: JSValueHandle,
    clock: CellClock,
    { limits }: SessionOptions,
  ) {
    this.vm = vm;
    this.room = new MemoryRoom(vm, limits.memoryBytes);
    this.#clock = clock;
    this.#operations = operations;
    this.#maxTextBytes = Math.max(limits.maxValueBytes, maxListingBytes);
  }

  /** Sets the clock for a cell, makes room for it, and gives the sandbox its names back. */
  begin(nowMs: number): void {
    this.#clock.nowMs = nowMs;
    this.room.beginCell();
    if (!this.#areNamesKept) this.tell('restore');
    this.#areNamesKept = false;
  }

  /** Starts a transformed cell, and runs it until nothing is left to run. */
  run(code: string, file: string): void {
    this.#promise = this.vm.evalCode(code, file, asyncScript);
    this.vm.executePendingJobs();
  }

  /** Gives the code the result of a call, and runs it until nothing is left to run. */
  settle(call: number, outcome: CallResultFrame['outcome']): void {
    if ('error' in outcome) this.ask('settle', call, outcome.error.message, '');
    else this.ask('settle', call, this.vm.undefined, outcome.json);
    this.vm.executePendingJobs();
  }

  /** Whether the promise of the cell's code is settled. */
  get state(): (typeof states)[number] {
    return states[this.#promise?.promiseState ?? 1] ?? 'fulfilled';
  }

  /**
   * Removes the jobs that a cell left behind, while the interrupt handler says stop: an endless job is interrupted, and queues no other.
   * Gives up after a second, since no job may outlive its cell for long.
   */
  drain(): void {
    const giveUpAt = process.uptime() + 1;
    do {
      try {
        this.vm.executePendingJobs();
        return;
      } catch {
        // The job that was interrupted is gone; the next one follows.
      }
    } while (process.uptime() < giveUpAt);
  }

  /**
   * Ends a cell, of which nothing runs any more, and tells of it.
   *
   * @param keepsOutput Whether `_out` stays as it is.
   */
  end(hasValue: boolean, keepsOutput: boolean): CellAccount {
    const completion = hasValue ? this.#completion() : undefined;
    try {
      const account = this.tell(
        'end',
        completion ?? this.vm.undefined,
        shownValueChars,
        keepsOutput,
      );
      const line = account.indexOf('\n');
      const head = JSON.parse(account.slice(0, line)) as Omit<CellAccount, 'variables'>;
      this.#areNamesKept = head.taken.length === 0;
      return { ...head, variables: account.slice(line + 1) };
    } finally {
      completion?.dispose();
      this.#promise?.dispose();
      this.#promise = undefined;
    }
  }

  /** What the cell's promise was fulfilled with. */
  #completion(): JSValueHandle | undefined {
    if (this.#promise === undefined) return undefined;
    const { vm } = this;
    const promise = vm.exportHandle(this.#promise);
    return new JSValueHandle(vm, vm._getExports().qjs_promise_result(promise));
  }

  /** Assigns a variable for the host: a text, or the data of JSON text. */
  set(name: string, value: string | JSValueHandle, isReserved: boolean): void {
    this.#areNamesKept = false;
    this.ask('set', name, value, typeof value === 'string', isReserved);
  }

  /** JSON text of a variable. Code of the user may run. */
  get(name: string): string {
    this.#areNamesKept = false;
    return this.tell('get', name);
  }

  /** Requests something that the helpers must still be able to answer after a cell has used up its memory. */
  tell(operation: string, ...args: readonly Argument[]): string {
    return this.room.whileTelling(() => this.ask(operation, ...args));
  }

  /** Requests something of the helpers. Throws a JSException for an error of their code. */
  ask(operation: string, ...args: readonly Argument[]): string {
    const { vm } = this;
    const handles = args.map((arg) => handleOf(vm, arg));
    try {
      const result = vm.callFunction(this.#operation(operation), vm.undefined, ...handles);
      try {
        if (result.isUndefined) return '';
        const text = readText(vm, result, this.#maxTextBytes);
        if (typeof text === 'string') return text;
        if (text === undefined) throw new RangeError('out of memory');
        throw new TypeError(`the value ${tooLarge(text, this.#maxTextBytes)}`);
      } finally {
        result.dispose();
      }
    } finally {
      for (const [index, handle] of handles.entries()) {
        if (handle !== args[index]) handle.dispose();
      }
    }
  }

  #operation(name: string): JSValueHandle {
    let operation = this.#used.get(name);
    if (operation === undefined) {
      this.#used.set(name, (operation = this.#operations.getProp(name)));
    }
    return operation;
  }

  /** JSON text of `{ type, message, stack }` of an error that code threw; empty if it cannot be described. */
  describe(error: JSValueHandle): string {
    try {
      return this.tell('error', error);
    } catch {
      return '';
    }
  }

  /** Everything, as bytes, with the child's own state; undefined if that is more than `maxBytes`. */
  snapshot(maxBytes: number, state: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    const { byteLength } = this.vm._getExports().memory.buffer;
    if (byteLength + state.length > maxBytes) return undefined;
    return snapshotOf(this.vm, this.#operations, state);
  }
}

/** An interpreter's memory, and a handle with which to go on in it. */
function snapshotOf(
  vm: QuickJS,
  handle: JSValueHandle,
  state: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  vm.runGC();
  const exports = vm._getExports();
  const snapshot = {
    memory: new Uint8Array(exports.memory.buffer),
    stackPointer: exports.__stack_pointer.value as number,
    runtimePtr: exports.qjs_get_runtime_ptr(),
    contextPtr: exports.qjs_get_context_ptr(),
  };
  return writeSnapshot(vm.exportHandle(handle), snapshot, state);
}

/** Has an interpreter read the helpers; returns their function `boot`. */
function readHelpers(vm: QuickJS, source: string): JSValueHandle {
  return vm.evalCode(
    `(()=>{const module={exports:{}};((module,exports)=>{${source}\n})(module,module.exports);return module.exports.boot})()`,
    'sandbox',
  );
}

/** Has the helpers define the names of a session; returns an object of their operations. */
function boot(
  vm: QuickJS,
  start: JSValueHandle,
  callbacks: ReturnType<typeof createCallbacks>,
  { functions, dialects, acceptsNull, seed, limits }: SessionOptions,
): JSValueHandle {
  const config = { functions, dialects, acceptsNull, seed };
  const bridge = vm.newObject();
  for (const [name, call] of Object.entries(callbacks)) {
    bridge.setProp(name, vm.newFunction(name, call));
  }
  return vm.callFunction(
    start,
    vm.undefined,
    bridge,
    vm.newString(JSON.stringify({ ...config, wholeOutputChars: wholeOutputChars(limits) })),
  );
}

function shouldStop(cell: CellRequests | undefined): boolean {
  return cell?.shouldStop(cellToStop()) ?? false;
}

function handleOf(vm: QuickJS, value: Argument): JSValueHandle {
  switch (typeof value) {
    case 'string':
      return vm.newString(value);
    case 'number':
      return vm.newNumber(value);
    case 'boolean':
      return value ? vm.true : vm.false;
    default:
      return value;
  }
}
