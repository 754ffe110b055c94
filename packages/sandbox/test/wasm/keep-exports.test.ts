import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';

import { isUsed } from '../../src/quickjs/interpreter.js';
import { locateQuickJS } from '../../src/quickjs/locate.js';
import { keepExports } from '../../src/wasm/keep-exports.js';

const original = readFileSync(locateQuickJS());
const copy = (): Uint8Array<ArrayBuffer> => new Uint8Array(original);
const namesOf = (bytes: Uint8Array): readonly string[] =>
  WebAssembly.Module.exports(new WebAssembly.Module(bytes as BufferSource)).map(({ name }) => name);

describe('keepExports', () => {
  it('keeps those that are asked for, as they were', () => {
    const named = namesOf(original).filter((_, index) => index % 3 === 0);
    expect(namesOf(keepExports(copy(), (name) => named.includes(name)))).toEqual(named);
    expect(namesOf(keepExports(copy(), () => false))).toEqual([]);
    expect(keepExports(copy(), () => true)).toEqual(copy());
  });

  it('changes the module in place, and leaves it as long as it was', () => {
    const module = copy();
    expect(keepExports(module, () => false)).toBe(module);
    expect(module).toHaveLength(original.length);
  });

  it('says of each export of what kind it is', () => {
    const kinds = new Map<string, number>();
    keepExports(copy(), (name, kind) => kinds.set(name, kind).size > 0);
    const named = WebAssembly.Module.exports(new WebAssembly.Module(original));
    const numbers = { function: 0, table: 1, memory: 2, global: 3 } as Record<string, number>;
    expect([...kinds]).toEqual(named.map(({ name, kind }) => [name, numbers[kind]]));
  });

  it('leaves exports as they are if the space for a section of nothing is not there', () => {
    const module = Uint8Array.from([
      0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 0x6d, 2, 0,
    ]);
    expect(namesOf(keepExports(module, () => false))).toEqual(['m']);
  });

  it('leaves a module without exports as it is', () => {
    const empty = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    expect(keepExports(empty, () => true)).toBe(empty);
  });

  it('leaves QuickJS all that its package uses', () => {
    const path = createRequire(import.meta.url).resolve('quickjs-wasi');
    const uses = readFileSync(path, 'utf8').matchAll(/exports\.(\w+)/gi);
    const used = new Set([...uses].map(([, name = '']) => name));
    const kept = namesOf(keepExports(copy(), isUsed));
    expect(used.size).toBeGreaterThan(50);
    expect([...used].filter((name) => !kept.includes(name))).toEqual([]);
    expect(kept.length).toBeLessThan(120);
  });
});
