import type { JSValueHandle, QuickJS } from 'quickjs-wasi';

import type { BeginText } from './protocol.js';

/** The parts of the interpreter that writing into its memory needs. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  wasm_malloc(size: number): number;
  wasm_free(pointer: number): void;
  qjs_new_string(pointer: number, length: number): number;
  qjs_free_value(pointer: number): void;
}

/** A large text on its way into the interpreter: it is written into its memory slice by slice. */
export class TextInbox {
  readonly request: BeginText;
  readonly #vm: QuickJS;
  readonly #window: Uint8Array;
  readonly #pointer: number;
  #received = 0;

  constructor(vm: QuickJS, request: BeginText) {
    this.#vm = vm;
    this.request = request;
    this.#window = new Uint8Array(request.window);
    this.#pointer = this.#exports.wasm_malloc(request.bytes + 1);
  }

  /** Whether the interpreter had no memory for the text. */
  get isRefused(): boolean {
    return this.#pointer === 0;
  }

  get isComplete(): boolean {
    return this.#received >= this.request.bytes;
  }

  /** Takes the next slice out of the window. */
  take(given: number): void {
    const bytes = Math.min(given, this.request.bytes - this.#received);
    const memory = new Uint8Array(this.#exports.memory.buffer);
    memory.set(this.#window.subarray(0, bytes), this.#pointer + this.#received);
    this.#received += bytes;
  }

  /** The string of the bytes, which are freed. No string if there was no memory for it. */
  toValue(): JSValueHandle {
    const exports = this.#exports;
    new Uint8Array(exports.memory.buffer)[this.#pointer + this.#received] = 0;
    const value = exports.qjs_new_string(this.#pointer, this.#received);
    exports.wasm_free(this.#pointer);
    const handle = this.#vm.importHandle(value);
    exports.qjs_free_value(value);
    return handle;
  }

  get #exports(): Exports {
    return this.#vm._getExports();
  }
}
