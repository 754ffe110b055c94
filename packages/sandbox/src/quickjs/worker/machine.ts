import { JSValueHandle, QuickJS, type QuickJSOptions } from 'quickjs-wasi';

import { wholeOutputChars as maxWholeOutput } from '../../contract/limits.js';
import { tooLarge } from '../../supervisor/values/measure-json.js';
import { createCallbacks, type MachineEvents } from './callbacks.js';
import { type GuestImage, readGuest, readImage } from './guest-image.js';
import { readText } from './guest-text.js';
import { readSnapshot, writeSnapshot } from './snapshot-format.js';
import { MemoryRoom } from './memory-room.js';
import type { WorkerStart } from './protocol.js';
import { createWasi, type GuestClock } from './wasi.js';

const largestStack = 512 * 1024;

/** The limit in bytes of one text of the guest's own code: lists of variables, whatever the limit of values is. */
const maxListingChars = 8 * 1024 * 1024;

/** The interpreter with the guest's own code in it. */
export class Machine {
  readonly vm: QuickJS;
  readonly clock: GuestClock;
  readonly room: MemoryRoom;
  readonly #dispatch: JSValueHandle;
  readonly #start: WorkerStart;
  readonly #names = new Map<string, JSValueHandle>();

  private constructor(vm: QuickJS, dispatch: JSValueHandle, clock: GuestClock, start: WorkerStart) {
    this.vm = vm;
    this.#dispatch = dispatch;
    this.clock = clock;
    this.room = new MemoryRoom(vm, start.limits.memoryBytes);
    this.#start = start;
  }

  /** Boots an interpreter, from scratch or from a snapshot. */
  static async create(start: WorkerStart, events: MachineEvents): Promise<Machine> {
    const clock: GuestClock = { nowMs: 0 };
    const options = {
      wasm: start.module,
      wasi: createWasi(clock),
      memoryLimit: start.limits.memoryBytes,
      maxStackSize: largestStack,
      interruptHandler: () => events.shouldStop(),
      onUnhandledRejection: (promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) => {
        events.onRejection(promise.identity, reason, isHandled);
      },
      timezoneOffset: 0,
    };
    if (start.snapshot !== undefined) {
      const { token, snapshot } = readSnapshot(start.snapshot);
      const vm = await QuickJS.restore(snapshot, options);
      // The start options live as long as the session does.
      start.snapshot = undefined;
      const callbacks = createCallbacks(() => vm, events, start);
      for (const [name, callback] of callbacks) vm.registerHostCallback(name, callback);
      return new Machine(vm, vm.importHandle(token), clock, start);
    }
    const { vm, boot } = await openGuest(options, start);
    const callbacks = createCallbacks(() => vm, events, start);
    const { functions, dialects, acceptsNull, seed, limits } = start;
    const wholeOutputChars = maxWholeOutput(limits);
    const dispatch = vm.callFunction(
      boot,
      vm.undefined,
      ...callbacks.map(([name, callback]) => vm.newFunction(name, callback)),
      vm.newString(JSON.stringify({ functions, dialects, acceptsNull, seed, wholeOutputChars })),
    );
    return new Machine(vm, dispatch, clock, start);
  }

  /** Requests something that the guest's own code must still be able to answer after a cell has used up its memory. */
  tell(operation: string, ...args: readonly (string | number | boolean | JSValueHandle)[]): string {
    return this.room.whileTelling(() => this.ask(operation, ...args));
  }

  /** Requests something from the guest's own code. Throws a JSException for an error of that code. */
  ask(operation: string, ...args: readonly (string | number | boolean | JSValueHandle)[]): string {
    const { vm } = this;
    const owned: JSValueHandle[] = [];
    const handles = [this.#nameOf(operation)];
    for (const arg of args) {
      if (typeof arg === 'object') {
        handles.push(arg);
        continue;
      }
      const handle =
        typeof arg === 'string'
          ? vm.newString(arg)
          : typeof arg === 'number'
            ? vm.newNumber(arg)
            : arg
              ? vm.true
              : vm.false;
      owned.push(handle);
      handles.push(handle);
    }
    try {
      const result = vm.callFunction(this.#dispatch, vm.undefined, ...handles);
      try {
        if (result.isUndefined) return '';
        const { maxValueBytes } = this.#start.limits;
        const text = readText(vm, result, Math.max(maxValueBytes, maxListingChars));
        if (typeof text === 'string') return text;
        if (text === undefined) throw new RangeError('out of memory');
        throw new TypeError(`the value ${tooLarge(text, maxValueBytes)}`);
      } finally {
        result.dispose();
      }
    } finally {
      for (const handle of owned) handle.dispose();
    }
  }

  /** The name of an operation as the guest's text: made once. */
  #nameOf(operation: string): JSValueHandle {
    let name = this.#names.get(operation);
    if (name === undefined) this.#names.set(operation, (name = this.vm.newString(operation)));
    return name;
  }

  /** The result of a fulfilled promise; the caller disposes it. */
  settledValue(promise: JSValueHandle): JSValueHandle {
    const { vm } = this;
    return new JSValueHandle(vm, internals(vm).qjs_promise_result(vm.exportHandle(promise)));
  }

  /** Everything, as bytes, with the worker's own state; undefined if that is more than `maxBytes`. */
  snapshot(maxBytes: number, state: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    const { memory, __stack_pointer, qjs_get_runtime_ptr, qjs_get_context_ptr } = internals(
      this.vm,
    );
    if (memory.buffer.byteLength + state.length > maxBytes) return undefined;
    this.vm.runGC();
    const snapshot = {
      memory: new Uint8Array(memory.buffer),
      stackPointer: __stack_pointer.value as number,
      runtimePtr: qjs_get_runtime_ptr(),
      contextPtr: qjs_get_context_ptr(),
    };
    return writeSnapshot(this.vm.exportHandle(this.#dispatch), snapshot, state);
  }

  /** Size of the whole memory, which never shrinks. */
  get memoryBytes(): number {
    return internals(this.vm).memory.buffer.byteLength;
  }

  get dialects(): WorkerStart['dialects'] {
    return this.#start.dialects;
  }

  get limits(): WorkerStart['limits'] {
    return this.#start.limits;
  }
}

/**
 * Given by the process, or made by the first session of this thread: to read the code takes two thirds of what a session
 * needs to start.
 */
let known: { readonly recipe: number; readonly image: GuestImage } | undefined;

async function openGuest(
  options: QuickJSOptions,
  { recipe, guestSource, image }: WorkerStart,
): Promise<{ readonly vm: QuickJS; readonly boot: JSValueHandle }> {
  if (image !== undefined) known = { recipe, image };
  if (known?.recipe === recipe) return readImage(options, known.image);
  const read = await readGuest(options, guestSource);
  known = { recipe, image: read.image };
  return read;
}

/** What the interpreter's own `snapshot` and `resolvePromise` read; it is private, hence the exact version. */
interface Internals {
  readonly memory: WebAssembly.Memory;
  readonly __stack_pointer: WebAssembly.Global;
  readonly qjs_get_runtime_ptr: () => number;
  readonly qjs_get_context_ptr: () => number;
  /** The value or the reason of a settled promise, as a new handle's address. */
  readonly qjs_promise_result: (promise: number) => number;
}

function internals(vm: QuickJS): Internals {
  return (vm as unknown as { readonly exports: Internals }).exports;
}
