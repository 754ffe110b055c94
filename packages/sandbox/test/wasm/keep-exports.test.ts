import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';

import { isUsed } from '../../src/quickjs/interpreter.js';
import { locateQuickJS } from '../../src/quickjs/locate.js';
import { keepExports } from '../../src/wasm/keep-exports.js';

const wasm = readFileSync(locateQuickJS());
const namesOf = (bytes: Uint8Array): readonly string[] =>
  WebAssembly.Module.exports(new WebAssembly.Module(bytes as BufferSource)).map(({ name }) => name);

describe('keepExports', () => {
  it('keeps those that are asked for, as they were', () => {
    const named = namesOf(wasm).filter((_, index) => index % 3 === 0);
    expect(namesOf(keepExports(wasm, (name) => named.includes(name)))).toEqual(named);
    expect(namesOf(keepExports(wasm, () => false))).toEqual([]);
    expect(keepExports(wasm, () => true)).toEqual(new Uint8Array(wasm));
  });

  it('leaves a module without exports as it is', () => {
    const empty = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    expect(keepExports(empty, () => true)).toBe(empty);
  });

  it('leaves QuickJS all that its package uses', () => {
    const path = createRequire(import.meta.url).resolve('quickjs-wasi');
    const uses = readFileSync(path, 'utf8').matchAll(/exports\.(\w+)/gi);
    const used = new Set([...uses].map(([, name = '']) => name));
    const kept = namesOf(keepExports(wasm, isUsed));
    expect(used.size).toBeGreaterThan(50);
    expect([...used].filter((name) => !kept.includes(name))).toEqual([]);
    expect(kept.length).toBeLessThan(120);
  });
});
