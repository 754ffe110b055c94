import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { limitMemory } from '../../src/pyodide/memory-section.js';

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module with a memory of these pages, exported as `m`. */
function moduleWithMemory(limits: readonly number[]): Uint8Array<ArrayBuffer> {
  const memory = [1, limits.length - 1, ...limits];
  return Uint8Array.from([...header, 5, memory.length, ...memory, 7, 5, 1, 1, 0x6d, 2, 0]);
}

function memoryOf(bytes: Uint8Array): WebAssembly.Memory {
  const module = new WebAssembly.Module(bytes as BufferSource);
  return new WebAssembly.Instance(module).exports['m'] as WebAssembly.Memory;
}

describe('limitMemory', () => {
  it('stops growth at the maximum', () => {
    const memory = memoryOf(limitMemory(moduleWithMemory([1]), 3));
    memory.grow(2);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('keeps a maximum that is lower than the limit', () => {
    const memory = memoryOf(limitMemory(moduleWithMemory([1, 2]), 300));
    memory.grow(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('gives a memory that can be filled to exactly the limit, for limits of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), (pages) => {
        const limited = limitMemory(moduleWithMemory([1]), pages);
        expect(WebAssembly.validate(limited as BufferSource)).toBe(true);
      }),
    );
    const memory = memoryOf(limitMemory(moduleWithMemory([1]), 200));
    expect(memory.grow(199)).toBe(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('refuses a limit below what the module starts with', () => {
    expect(() => limitMemory(moduleWithMemory([5]), 4)).toThrow(/needs 5 pages/);
  });

  it('refuses a module without a memory, and one that is cut off', () => {
    expect(() => limitMemory(Uint8Array.from(header), 4)).toThrow(/no memory/);
    expect(() => limitMemory(Uint8Array.from([...header, 5, 0x83]), 4)).toThrow(/cut off/);
  });
});
