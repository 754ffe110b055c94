import { invalidOption } from '@rlm/config/options-suite';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readInterpreter } from '../../src/quickjs/interpreter.js';
import { capWasmMemory } from '../../src/quickjs/child/cap-memory.js';

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

  it('leaves an interpreter valid', async () => {
    const wasm = await readInterpreter(undefined);
    expect(WebAssembly.validate(capWasmMemory(wasm, 256 * 2 ** 20) as BufferSource)).toBe(true);
  });

  it('refuses a module without a memory, and one that is cut off', () => {
    expect(() => capWasmMemory(Uint8Array.from(header), 1)).toThrow(/memory section/);
    expect(() => capWasmMemory(Uint8Array.from([...header, 5, 0x83]), 1)).toThrow(/too early/);
  });
});
