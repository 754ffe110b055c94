import { concat, readVarint, type Section, sectionsOf, toVarint } from './sections.js';

const exportSection = 7;
/** One character for each byte. Names are ASCII. */
const decoder = new TextDecoder('latin1');
/** The bytes of a custom section without content, whose size takes all five bytes that a number may have. */
const paddingBytes = 7;

/** Says of an export whether it stays. Its kind is 0 for a function. */
export type IsKept = (name: string, kind: number) => boolean;

/**
 * Removes exports from a WebAssembly module, in place: a copy of megabytes takes milliseconds. V8 makes a function of each
 * export that is left in every instance, which takes a millisecond for the 340 of QuickJS that no one calls, and far longer
 * for the 7,000 of Pyodide. A custom section, which no one reads, fills the space that becomes free.
 *
 * @returns the same bytes
 */
export function keepExports<T extends Uint8Array>(module: T, isKept: IsKept): T {
  for (const section of sectionsOf(module)) {
    if (section.id === exportSection) shrink(module, section, isKept);
  }
  return module;
}

function shrink(module: Uint8Array, { start, body, end }: Section, isKept: IsKept): void {
  const kept = keptIn(module.subarray(body, end), isKept);
  const content = concat([Uint8Array.from(toVarint(kept.length)), ...kept]);
  const head = Uint8Array.from([exportSection, ...toVarint(content.length)]);
  const section = concat([head, content]);
  const free = end - start - section.length;
  if (free < paddingBytes) return;
  module.set(section, start);
  const size = free - paddingBytes + 1;
  const digits = [0, 7, 14, 21].map((shift) => ((size >>> shift) & 0x7f) | 0x80);
  module.set([0, ...digits, size >>> 28, 0], end - free);
}

/** The bytes of each export that is kept. */
function keptIn(exports: Uint8Array, isKept: IsKept): readonly Uint8Array[] {
  const text = decoder.decode(exports);
  const [count, first] = readVarint(exports, 0);
  const kept: Uint8Array[] = [];
  let start = first;
  for (let index = 0; index < count; index++) {
    const [length, name] = readVarint(exports, start);
    const kind = name + length;
    const [, end] = readVarint(exports, kind + 1);
    if (isKept(text.slice(name, kind), exports[kind] ?? 0)) kept.push(exports.subarray(start, end));
    start = end;
  }
  return kept;
}
