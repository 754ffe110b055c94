import { readFileSync } from 'node:fs';

import { capWasmMemory } from './cap-memory.js';
import { reserveBytes } from './memory-room.js';

/**
 * The interpreter, compiled, with the memory that it may grow to.
 *
 * @param source Its bytes, or its path.
 */
export function loadInterpreter(
  source: Uint8Array | string,
  memoryBytes: number,
): Promise<WebAssembly.Module> {
  const bytes = typeof source === 'string' ? readFileSync(source) : source;
  const capped = capWasmMemory(bytes, memoryBytes, reserveBytes);
  return WebAssembly.compile(capped);
}
