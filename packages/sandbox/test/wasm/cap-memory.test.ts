import { invalidOption } from '@rlm/config/options-suite';
import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { locateQuickJS } from '../../src/quickjs/locate.js';
import { capWasmMemory, memoryCap } from '../../src/wasm/cap-memory.js';

const page = 65_536;

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

describe('capWasmMemory', () => {
  it('stops growth at the maximum', () => {
    const memory = memoryOf(capWasmMemory(moduleWithMemory([1]), 3 * page));
    memory.grow(2);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('keeps a maximum that is lower than the limit', () => {
    const memory = memoryOf(capWasmMemory(moduleWithMemory([1, 2]), 300 * page));
    memory.grow(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('gives a memory that can be filled to exactly the limit, for limits of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), (pages) => {
        const limited = capWasmMemory(moduleWithMemory([1]), pages * page);
        expect(WebAssembly.validate(limited as BufferSource)).toBe(true);
      }),
    );
    const memory = memoryOf(capWasmMemory(moduleWithMemory([1]), 200 * page));
    expect(memory.grow(199)).toBe(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('refuses a limit below what the module starts with, by the name of the option', () => {
    expect(() => capWasmMemory(moduleWithMemory([5]), 4 * page)).toThrow(
      invalidOption('limits.memoryBytes', 'got 262144 (whole pages of 65536)'),
    );
  });

  it('leaves an interpreter valid', () => {
    const wasm = readFileSync(locateQuickJS());
    expect(WebAssembly.validate(capWasmMemory(wasm, 256 * 2 ** 20) as BufferSource)).toBe(true);
  });

  it('refuses a module without a memory, and one that is cut off', () => {
    expect(() => capWasmMemory(Uint8Array.from(header), 1)).toThrow(/memory section/);
    expect(() => capWasmMemory(Uint8Array.from([...header, 5, 0x83]), 1)).toThrow(/too early/);
  });
});

describe('memoryCap', () => {
  it('sets the maximum as often as it is told to, in place, up to that of the module', () => {
    const section = [5, 5, 1, 1, 1, 0xac, 2];
    const module = Uint8Array.from([...header, ...section, 7, 5, 1, 1, 0x6d, 2, 0]);
    const before = Uint8Array.from(module);
    const cap = memoryCap(module);
    const pagesAt = (maximum: number, reserve = 0): number => {
      cap.set(maximum * page, reserve * page);
      const memory = memoryOf(module);
      let pages = 1;
      try {
        for (; pages <= 300; pages++) memory.grow(1);
      } catch {
        // It is full.
      }
      return pages;
    };
    expect([pagesAt(3), pagesAt(200), pagesAt(3, 2), pagesAt(1), pagesAt(Infinity)]).toEqual([
      3, 200, 5, 1, 300,
    ]);
    expect(module).toEqual(before);
    cap.set(2 * page, 0);
    for (const bytes of [module, before]) bytes.fill(0, cap.start, cap.end);
    expect(module).toEqual(before);
  });

  it('refuses less than the module starts with, and a memory without a maximum', () => {
    const cap = memoryCap(moduleWithMemory([5, 6]));
    expect(() => {
      cap.set(4 * page, 0);
    }).toThrow(invalidOption('limits.memoryBytes'));
    expect(() => memoryCap(moduleWithMemory([1]))).toThrow('with a maximum');
  });
});
