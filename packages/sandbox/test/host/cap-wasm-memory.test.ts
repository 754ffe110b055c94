import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { capWasmMemory } from '../../src/host/cap-wasm-memory.js';
import { locateQuickJS } from '../../src/quickjs/locate.js';

describe('capWasmMemory', () => {
  it('makes the engine itself refuse to grow the memory further', () => {
    // (module (memory (export "m") 1))
    const module = Uint8Array.from([
      0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 0x6d, 2, 0,
    ]);
    const capped = new WebAssembly.Module(capWasmMemory(module, 3 * 65_536) as BufferSource);
    const memory = new WebAssembly.Instance(capped).exports['m'] as WebAssembly.Memory;
    memory.grow(2);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('leaves the interpreter valid', () => {
    const wasm = readFileSync(locateQuickJS());
    expect(WebAssembly.validate(capWasmMemory(wasm, 256 * 2 ** 20) as BufferSource)).toBe(true);
  });

  it('refuses what has no memory of its own', () => {
    expect(() => capWasmMemory(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), 1)).toThrow(
      /memory section/,
    );
  });
});
