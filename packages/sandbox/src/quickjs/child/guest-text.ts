import type { JSValueHandle, QuickJS } from 'quickjs-wasi';

/** The parts of the interpreter that reading a string out of its memory needs. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  wasm_malloc(size: number): number;
  wasm_free(pointer: number): void;
  qjs_get_string_len(value: number, length: number): number;
  qjs_free_cstring(pointer: number): void;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this size lone surrogates are kept, by the interpreter's own reader, which takes a text unit by unit. */
const shortBytes = 1 << 20;

/**
 * A guest's string, or its size in bytes of UTF-8 if that is over `maxBytes`: then nothing of it is copied. The
 * child's own heap is far smaller than the guest's memory, and V8 ends the whole process if a string does not fit.
 * Undefined if the guest had no memory for the bytes. In long texts lone surrogates become U+FFFD.
 */
export function readText(
  vm: QuickJS,
  handle: JSValueHandle,
  maxBytes: number,
): string | number | undefined {
  const exports = vm._getExports() as unknown as Exports;
  const length = exports.wasm_malloc(4);
  if (length === 0) return undefined;
  try {
    const start = exports.qjs_get_string_len(handle.ptr, length);
    if (start === 0) return undefined;
    try {
      const { buffer } = exports.memory;
      const bytes = new DataView(buffer).getUint32(length, true);
      return bytes > maxBytes ? bytes : decode(handle, new Uint8Array(buffer, start, bytes));
    } finally {
      exports.qjs_free_cstring(start);
    }
  } finally {
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
