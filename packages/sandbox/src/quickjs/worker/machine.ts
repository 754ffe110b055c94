import { JSValueHandle, QuickJS } from 'quickjs-wasi';

import type { Brand } from '../guest/bridge.js';
import { jsonTextDepth } from '../../supervisor/json-text.js';
import { readImage, writeImage } from './image-format.js';
import type { WorkerStart } from './protocol.js';
import { createWasi, type GuestClock } from './wasi.js';

/** What the guest's own code asks of the worker. */
export interface MachineEvents {
  /** A host call; gives its number, or why it cannot be made. */
  onCall(name: string, args: string): number | string;
  /** An answer; gives why it cannot be one. */
  onFinal(kind: string, name: string, json: string): string | undefined;
  onPrint(stream: 'stdout' | 'stderr', text: string): void;
  onRejection(promise: number, reason: JSValueHandle, isHandled: boolean): void;
  shouldStop(): boolean;
}

const largestStack = 512 * 1024;

/** The interpreter with the guest's own code in it. */
export class Machine {
  readonly vm: QuickJS;
  readonly clock: GuestClock;
  readonly #dispatch: JSValueHandle;
  readonly #start: WorkerStart;

  private constructor(vm: QuickJS, dispatch: JSValueHandle, clock: GuestClock, start: WorkerStart) {
    this.vm = vm;
    this.#dispatch = dispatch;
    this.clock = clock;
    this.#start = start;
  }

  /** Boots an interpreter, anew or from an image. */
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
    if (start.image !== undefined) {
      const { token, snapshot } = readImage(start.image);
      const vm = await QuickJS.restore(snapshot, options);
      const callbacks = createCallbacks(() => vm, events, start);
      for (const [name, callback] of callbacks) vm.registerHostCallback(name, callback);
      return new Machine(vm, vm.importHandle(token), clock, start);
    }
    const vm = await QuickJS.create(options);
    const callbacks = createCallbacks(() => vm, events, start);
    const boot = vm.evalCode(
      `(()=>{const module={exports:{}};((module,exports)=>{${start.guestSource}\n})(module,module.exports);return module.exports.boot})()`,
      'sandbox',
    );
    const { functions, dialects, seed } = start;
    const dispatch = vm.callFunction(
      boot,
      vm.undefined,
      ...callbacks.map(([name, callback]) => vm.newFunction(name, callback)),
      vm.newString(JSON.stringify({ functions, dialects, seed })),
    );
    return new Machine(vm, dispatch, clock, start);
  }

  /** Asks the guest's own code for something. Throws a JSException for what it throws. */
  ask(operation: string, ...args: readonly (string | number | boolean | JSValueHandle)[]): string {
    const { vm } = this;
    const owned: JSValueHandle[] = [vm.newString(operation)];
    const handles = [...owned];
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
      const text = result.toString();
      result.dispose();
      return text;
    } finally {
      for (const handle of owned) handle.dispose();
    }
  }

  /** What a promise that is fulfilled came to; the caller disposes it. */
  settledValue(promise: JSValueHandle): JSValueHandle {
    const { vm } = this;
    return new JSValueHandle(vm, internals(vm).qjs_promise_result(vm.exportHandle(promise)));
  }

  /** Everything, as bytes; undefined where that were more than `mostBytes`. */
  image(mostBytes: number): Uint8Array<ArrayBuffer> | undefined {
    const { memory, __stack_pointer, qjs_get_runtime_ptr, qjs_get_context_ptr } = internals(
      this.vm,
    );
    if (memory.buffer.byteLength > mostBytes) return undefined;
    this.vm.runGC();
    return writeImage(this.vm.exportHandle(this.#dispatch), {
      memory: new Uint8Array(memory.buffer),
      stackPointer: __stack_pointer.value as number,
      runtimePtr: qjs_get_runtime_ptr(),
      contextPtr: qjs_get_context_ptr(),
    });
  }

  get dialects(): WorkerStart['dialects'] {
    return this.#start.dialects;
  }

  get limits(): WorkerStart['limits'] {
    return this.#start.limits;
  }
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

type Callback = (...args: JSValueHandle[]) => JSValueHandle;

function brandOf(value: JSValueHandle): Brand {
  if (value.isProxy) return 'proxy';
  if (value.isPromise) return 'promise';
  if (value.isMap) return 'map';
  if (value.isSet) return 'set';
  if (value.isDate) return 'date';
  return value.isError ? 'error' : 'other';
}

/** The functions of the bridge. They never throw: an error's stack would tell the guest of its host. */
function createCallbacks(
  vm: () => QuickJS,
  events: MachineEvents,
  { limits }: WorkerStart,
): readonly (readonly [string, Callback])[] {
  const refusal = (json: string): string | undefined => {
    if (json.length > limits.valueBytes) return `it is larger than ${limits.valueBytes} bytes`;
    if (jsonTextDepth(json) > limits.valueDepth)
      return `it is nested deeper than ${limits.valueDepth}`;
    return undefined;
  };
  const give = (value: string | number | undefined): JSValueHandle => {
    if (value === undefined) return vm().undefined;
    return typeof value === 'number' ? vm().newNumber(value) : vm().newString(value);
  };
  const text = (handle: JSValueHandle | undefined): string => handle?.toString() ?? '';
  return [
    [
      'call',
      (name, args) => {
        const json = text(args);
        return give(refusal(json) ?? events.onCall(text(name), json));
      },
    ],
    [
      'final',
      (kind, name, json) => {
        const value = text(json);
        return give(refusal(value) ?? events.onFinal(text(kind), text(name), value));
      },
    ],
    [
      'print',
      (stream, output) => {
        events.onPrint(text(stream) === 'stderr' ? 'stderr' : 'stdout', text(output));
        return vm().undefined;
      },
    ],
    ['brand', (...[value]) => give(value === undefined ? 'other' : brandOf(value))],
  ];
}
