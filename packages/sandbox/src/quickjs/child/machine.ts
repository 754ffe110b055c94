import { JSValueHandle, QuickJS, type QuickJSOptions } from 'quickjs-wasi';

import { wholeOutputChars as maxWholeOutput } from '../../contract/limits.js';
import { tooLarge } from '../../session/json-text.js';
import { createCallbacks, type MachineEvents } from './callbacks.js';
import { readText } from './guest-text.js';
import { readSnapshot, writeSnapshot } from './snapshot-format.js';
import { MemoryRoom } from './memory-room.js';
import type { SessionOptions } from './session-options.js';
import { createWasi, type GuestClock } from './wasi.js';

/** The limit in bytes of one text of the guest's own code: lists of variables, whatever the limit of values is. */
const maxListingChars = 8 * 1024 * 1024;

/** The interpreter with the guest's own code in it. */
export class Machine {
  readonly vm: QuickJS;
  readonly clock: GuestClock;
  readonly room: MemoryRoom;
  readonly #dispatch: JSValueHandle;
  readonly #options: SessionOptions;
  readonly #names = new Map<string, JSValueHandle>();

  private constructor(
    vm: QuickJS,
    dispatch: JSValueHandle,
    clock: GuestClock,
    options: SessionOptions,
  ) {
    this.vm = vm;
    this.#dispatch = dispatch;
    this.clock = clock;
    this.room = new MemoryRoom(vm, options.limits.memoryBytes);
    this.#options = options;
  }

  /** Boots an interpreter, from scratch or from a snapshot. */
  static async create(
    wasm: WebAssembly.Module,
    given: SessionOptions,
    bytes: Uint8Array | undefined,
    events: MachineEvents,
  ): Promise<Machine> {
    const clock: GuestClock = { nowMs: 0 };
    const options = {
      wasm,
      wasi: createWasi(clock),
      memoryLimit: given.limits.memoryBytes,
      maxStackSize: given.stackBytes,
      interruptHandler: () => events.shouldStop(),
      onUnhandledRejection: (promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) => {
        events.onRejection(promise.identity, reason, isHandled);
      },
      timezoneOffset: 0,
    };
    if (bytes !== undefined) {
      const { token, snapshot } = readSnapshot(bytes);
      const vm = await QuickJS.restore(snapshot, options);
      const callbacks = createCallbacks(() => vm, events, given.limits);
      for (const [name, callback] of callbacks) vm.registerHostCallback(name, callback);
      return new Machine(vm, vm.importHandle(token), clock, given);
    }
    const { vm, boot } = await readGuest(options, given.guestSource);
    const callbacks = createCallbacks(() => vm, events, given.limits);
    const { functions, dialects, acceptsNull, seed, limits } = given;
    const wholeOutputChars = maxWholeOutput(limits);
    const dispatch = vm.callFunction(
      boot,
      vm.undefined,
      ...callbacks.map(([name, callback]) => vm.newFunction(name, callback)),
      vm.newString(JSON.stringify({ functions, dialects, acceptsNull, seed, wholeOutputChars })),
    );
    return new Machine(vm, dispatch, clock, given);
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
        const { maxValueBytes } = this.#options.limits;
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

  /** Everything, as bytes, with the child's own state; undefined if that is more than `maxBytes`. */
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

  get dialects(): SessionOptions['dialects'] {
    return this.#options.dialects;
  }

  get limits(): SessionOptions['limits'] {
    return this.#options.limits;
  }
}

/** Starts an interpreter and has it read the guest's own code, which gives its function `boot`. */
async function readGuest(
  options: QuickJSOptions,
  source: string,
): Promise<{ readonly vm: QuickJS; readonly boot: JSValueHandle }> {
  const vm = await QuickJS.create(options);
  const boot = vm.evalCode(
    `(()=>{const module={exports:{}};((module,exports)=>{${source}\n})(module,module.exports);return module.exports.boot})()`,
    'sandbox',
  );
  return { vm, boot };
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
