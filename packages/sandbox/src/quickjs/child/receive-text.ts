import type { JSValueHandle, QuickJS } from 'quickjs-wasi';

import { readFully, skip } from '../../process/inside/pipe.js';

/** The parts of the interpreter that writing into its memory needs. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  wasm_malloc(size: number): number;
  wasm_free(pointer: number): void;
  qjs_new_string(pointer: number, length: number): number;
  qjs_free_value(pointer: number): void;
}

/**
 * The string of a text that comes through the pipe now, read straight into the interpreter's memory. The caller disposes it.
 *
 * @throws RangeError if there is no memory for it; the text is skipped then
 */
export function receiveText(vm: QuickJS, bytes: number): JSValueHandle {
  const exports = vm._getExports() as unknown as Exports;
  const pointer = exports.wasm_malloc(bytes + 1);
  if (pointer === 0) {
    skip(bytes);
    throw outOfMemory();
  }
  const memory = new Uint8Array(exports.memory.buffer, pointer, bytes + 1);
  readFully(memory.subarray(0, bytes));
  memory[bytes] = 0;
  const value = exports.qjs_new_string(pointer, bytes);
  exports.wasm_free(pointer);
  const handle = vm.importHandle(value);
  exports.qjs_free_value(value);
  if (handle.isString) return handle;
  handle.dispose();
  throw outOfMemory();
}

function outOfMemory(): RangeError {
  return new RangeError('out of memory');
}
