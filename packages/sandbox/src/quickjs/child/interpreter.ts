import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

import { capWasmMemory } from './cap-memory.js';
import { reserveBytes } from './memory-room.js';

/**
 * The interpreter, compiled, with the memory that it may grow to.
 *
 * V8 checks each of its functions when that is first called, and its optimizing compiler begins late: by default it compiles the largest
 * functions of an interpreter while that boots, which takes more processor time than all else in a short session. V8 reads both flags
 * when it compiles a module.
 *
 * @param source Its bytes, or its path.
 */
export function loadInterpreter(
  source: Uint8Array | string,
  memoryBytes: number,
): Promise<WebAssembly.Module> {
  const bytes = typeof source === 'string' ? readFileSync(source) : source;
  const capped = capWasmMemory(bytes, memoryBytes, reserveBytes);
  if (process.versions['bun'] === undefined) {
    setFlagsFromString('--wasm-lazy-validation');
    setFlagsFromString(`--wasm-tiering-budget=${2 ** 31 - 1}`);
  }
  return WebAssembly.compile(capped);
}
