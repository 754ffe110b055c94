import { mismatch, refuseOption } from '@rlm/repl-types/internal';

import { concat, readVarint, type Section, sectionsOf, toVarint } from './sections.js';

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
  const memory = memoryOf(module);
  const { flags, minimum, maximum = 65_536 } = memory;
  const limit = limitOf(minimum, maximum, maximumBytes, reserveBytes);
  const content = [1, flags | 1, ...toVarint(minimum), ...toVarint(limit)];
  const section = Uint8Array.from([memorySection, ...toVarint(content.length), ...content]);
  return concat([module.subarray(0, memory.start), section, module.subarray(memory.end)]);
}

/** The maximum of a module's memory, which can be set more than once. */
export interface MemoryCap {
  /** The first byte of it in the module, and the one after its last: no other bytes are changed. */
  readonly start: number;
  readonly end: number;
  /** As {@link capWasmMemory}, in place: the module is to be compiled, or copied, before the next. */
  set(maximumBytes: number, reserveBytes: number): void;
}

/** The {@link MemoryCap} of a module whose memory has a maximum of its own. */
export function memoryCap(module: Uint8Array): MemoryCap {
  const { minimum, maximum, maximumAt: start, end } = memoryOf(module);
  if (maximum === undefined) throw new Error('expected a memory with a maximum');
  return {
    start,
    end,
    set(maximumBytes, reserveBytes) {
      let rest = limitOf(minimum, maximum, maximumBytes, reserveBytes);
      for (let at = start; at < end; at++) {
        module[at] = (rest & 0x7f) | (at + 1 < end ? 0x80 : 0);
        rest >>>= 7;
      }
    },
  };
}

function limitOf(
  minimum: number,
  present: number,
  maximumBytes: number,
  reserveBytes: number,
): number {
  const maximum = Math.floor(maximumBytes / pageBytes);
  const reserve = Math.ceil(reserveBytes / pageBytes);
  if (minimum > maximum) {
    const expected = `at least ${minimum * pageBytes}, with which the interpreter starts`;
    const got = `${maximum * pageBytes} (whole pages of ${pageBytes})`;
    throw refuseOption(mismatch('limits.memoryBytes', expected, got));
  }
  return Math.min(present, maximum + reserve);
}

/** The memory section of a module. */
interface MemorySection extends Section {
  readonly flags: number;
  /** In pages. */
  readonly minimum: number;
  readonly maximum: number | undefined;
  /** Where the maximum is. */
  readonly maximumAt: number;
}

function memoryOf(module: Uint8Array): MemorySection {
  for (const section of sectionsOf(module)) {
    if (section.id !== memorySection) continue;
    const [count, flagsAt] = readVarint(module, section.body);
    if (count !== 1) throw new Error(`expected a module with one memory, got ${count}`);
    const flags = module[flagsAt] ?? 0;
    const [minimum, maximumAt] = readVarint(module, flagsAt + 1);
    const maximum = (flags & 1) === 1 ? readVarint(module, maximumAt)[0] : undefined;
    return { ...section, flags, minimum, maximum, maximumAt };
  }
  throw new Error('expected a WebAssembly module with a memory section of its own');
}
