import { mismatch, refuseOption } from '@rlm/repl-types/internal';

import { concat, readVarint, sectionsOf, toVarint } from './sections.js';

const memorySection = 5;
const pageBytes = 65_536;

/**
 * Rewrites the memory section of a WebAssembly module, so that its memory has a maximum. The engine then refuses to
 * grow it further, whatever the code in it does.
 *
 * @param maximumBytes Rounded down to pages of 64 KiB. Throws `InvalidOptionError` if it is less than what the module
 *   starts with.
 */
export function capWasmMemory(
  module: Uint8Array,
  maximumBytes: number,
  reserveBytes = 0,
): Uint8Array {
  const maximum = Math.floor(maximumBytes / pageBytes);
  const reserve = Math.ceil(reserveBytes / pageBytes);
  for (const { id, start, body, end } of sectionsOf(module)) {
    if (id !== memorySection) continue;
    const section = rewrite(module, body, maximum, reserve);
    return concat([module.subarray(0, start), section, module.subarray(end)]);
  }
  throw new Error('expected a WebAssembly module with a memory section of its own');
}

function rewrite(module: Uint8Array, body: number, maximum: number, reserve: number): Uint8Array {
  const [count, flagsAt] = readVarint(module, body);
  if (count !== 1) throw new Error(`expected a module with one memory, got ${count}`);
  const flags = module[flagsAt] ?? 0;
  const [minimum, afterMinimum] = readVarint(module, flagsAt + 1);
  const [present] = (flags & 1) === 1 ? readVarint(module, afterMinimum) : [65_536];
  if (minimum > maximum) {
    const expected = `at least ${minimum * pageBytes}, with which the interpreter starts`;
    const got = `${maximum * pageBytes} (whole pages of ${pageBytes})`;
    throw refuseOption(mismatch('limits.memoryBytes', expected, got));
  }
  const limit = Math.min(present, maximum + reserve);
  const content = [1, flags | 1, ...toVarint(minimum), ...toVarint(limit)];
  return Uint8Array.from([memorySection, ...toVarint(content.length), ...content]);
}
