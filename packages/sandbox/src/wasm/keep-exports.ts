import { concat, readVarint, sectionsOf, toVarint } from './sections.js';

const exportSection = 7;
const decoder = new TextDecoder();

/**
 * Removes exports from a WebAssembly module. V8 makes a function of each one that is left in every instance, which takes
 * a millisecond for the 340 of QuickJS that no one calls.
 *
 * @param isKept Says of a name whether it stays.
 */
export function keepExports(module: Uint8Array, isKept: (name: string) => boolean): Uint8Array {
  for (const { id, start, body, end } of sectionsOf(module)) {
    if (id !== exportSection) continue;
    const kept = exportsIn(module, body).filter(({ name }) => isKept(name));
    const count = Uint8Array.from(toVarint(kept.length));
    const content = concat([count, ...kept.map(({ bytes }) => bytes)]);
    const head = Uint8Array.from([exportSection, ...toVarint(content.length)]);
    return concat([module.subarray(0, start), head, content, module.subarray(end)]);
  }
  return module;
}

/** Each export: its name, and the bytes that say all about it. */
function exportsIn(module: Uint8Array, body: number): readonly Export[] {
  const [count, first] = readVarint(module, body);
  const exports: Export[] = [];
  let start = first;
  for (let index = 0; index < count; index++) {
    const [length, name] = readVarint(module, start);
    // Behind the name is a byte for the kind.
    const [, end] = readVarint(module, name + length + 1);
    exports.push({
      name: decoder.decode(module.subarray(name, name + length)),
      bytes: module.subarray(start, end),
    });
    start = end;
  }
  return exports;
}

interface Export {
  readonly name: string;
  readonly bytes: Uint8Array;
}
