import type { JSValueHandle, QuickJS } from 'quickjs-wasi';

import { readFully, skip } from '../../process/inside/pipe.js';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this size lone surrogates are kept, by the interpreter's own reader, which takes a text unit by unit. */
const shortBytes = 1 << 20;

/**
 * A string of the interpreter, or its size in bytes of UTF-8 if that is over `maxBytes`: then nothing of it is copied. The child's own
 * heap is far smaller than the interpreter's memory, and V8 ends the whole process if a string does not fit. Undefined if the
 * interpreter had no memory for the bytes. In long texts lone surrogates become U+FFFD.
 */
export function readText(
  vm: QuickJS,
  handle: JSValueHandle,
  maxBytes: number,
): string | number | undefined {
  const exports = vm._getExports();
  const length = exports.wasm_malloc(4);
  if (length === 0) return undefined;
  const start = exports.qjs_get_string_len(handle.ptr, length);
  try {
    if (start === 0) return undefined;
    const { buffer } = exports.memory;
    const bytes = new DataView(buffer).getUint32(length, true);
    return bytes > maxBytes ? bytes : decode(handle, new Uint8Array(buffer, start, bytes));
  } finally {
    if (start !== 0) exports.qjs_free_cstring(start);
    exports.wasm_free(length);
  }
}

function decode(handle: JSValueHandle, bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return bytes.length > shortBytes ? lenient.decode(bytes) : handle.toString();
  }
}

/**
 * The string of a text that comes through the pipe now, read straight into the interpreter's memory. The caller disposes it.
 *
 * @throws RangeError if there is no memory for it; the text is skipped then
 */
export function receiveText(vm: QuickJS, bytes: number): JSValueHandle {
  const exports = vm._getExports();
  const pointer = exports.wasm_malloc(bytes + 1);
  if (pointer === 0) {
    skip(bytes);
    throw new RangeError('out of memory');
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
  throw new RangeError('out of memory');
}
