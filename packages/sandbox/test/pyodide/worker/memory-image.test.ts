import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  imageMemoryBytes,
  imageState,
  putImage,
  takeImage,
} from '../../../src/pyodide/worker/memory-image.js';

const page = 4096;

function memoryOf(
  pages: number,
  writes: readonly (readonly [at: number, byte: number])[],
): Uint8Array {
  const memory = new Uint8Array(pages * page);
  for (const [at, byte] of writes) memory[at % memory.length] = byte;
  return memory;
}

/** The image of a memory, however large. */
function imageOf(memory: Uint8Array, boot: Uint8Array, state = new Uint8Array(0)): Uint8Array {
  return takeImage(memory, boot, Infinity, state) ?? new Uint8Array(0);
}

const writes = fc.array(fc.tuple(fc.nat(100 * page), fc.integer({ min: 0, max: 255 })), {
  maxLength: 20,
});

const states = fc.uint8Array({ maxLength: 9 });

describe('takeImage and putImage', () => {
  it('give back the memory, whatever the boot image and the new memory hold', () => {
    fc.assert(
      fc.property(
        writes,
        writes,
        writes,
        fc.integer({ min: 3, max: 9 }),
        states,
        (a, b, c, pages, state) => {
          const boot = memoryOf(3, a);
          const memory = memoryOf(pages, b);
          const target = memoryOf(9, c);
          const image = imageOf(memory, boot, state);
          expect(Buffer.from(imageState(image))).toEqual(Buffer.from(state));
          putImage(image, target, boot);
          expect(imageMemoryBytes(image)).toBe(memory.length);
          expect(Buffer.from(target.buffer, 0, memory.length).equals(memory)).toBe(true);
          expect(target.subarray(memory.length).every((byte) => byte === 0)).toBe(true);
        },
      ),
    );
  });

  it('hold only pages that differ', () => {
    const boot = memoryOf(4, [[5, 1]]);
    expect(imageOf(boot, boot).length).toBe(16);
    expect(imageOf(memoryOf(4, [[5, 2]]), boot).length).toBe(20 + page);
  });

  it('are not made where they would be larger than allowed', () => {
    const boot = memoryOf(4, []);
    const memory = memoryOf(4, [
      [1, 1],
      [page, 1],
    ]);
    const none = new Uint8Array(0);
    expect(takeImage(memory, boot, 2 * page - 1, none)).toBeUndefined();
    expect(takeImage(memory, boot, 2 * page, none)?.length).toBe(24 + 2 * page);
  });

  it('refuse bytes that are no image', () => {
    const boot = memoryOf(1, []);
    const image = imageOf(memoryOf(2, [[7, 7]]), boot);
    const beyond = image.slice();
    new DataView(beyond.buffer).setUint32(16, 99, true);
    for (const bad of [new Uint8Array(0), new Uint8Array(64), image.subarray(0, 100), beyond]) {
      expect(() => {
        putImage(bad, memoryOf(2, []), boot);
      }).toThrow(/image/);
    }
  });
});
