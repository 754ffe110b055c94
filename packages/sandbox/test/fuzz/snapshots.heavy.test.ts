import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  nothing,
  openSnapshot,
  putSnapshot,
  takeSnapshot,
} from '../../src/pyodide/child/memory-snapshot.js';
import { readSnapshot, writeSnapshot } from '../../src/quickjs/child/snapshot-format.js';

const numRuns = 5_000;
const pageBytes = 4_096;
const word = fc.nat(0xffffffff);
const bytes = fc.uint8Array({ maxLength: 200 }).map((some) => new Uint8Array(some));

/** Memory of some pages, most of which hold zeros. */
const memory = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.array(fc.tuple(fc.nat(6 * pageBytes), fc.nat(255))))
  .map(([pages, writes]) => {
    const made = new Uint8Array(pages * pageBytes);
    for (const [at, byte] of writes) if (at < made.length) made[at] = byte;
    return made;
  });

/** Words that may be read: behind a true first word, or a wrong one. */
const noise = (magic: number): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom(magic, magic, 0), fc.array(fc.oneof(fc.nat(8), word), { maxLength: 12 }))
    .map(([first, words]) => new Uint8Array(new Uint32Array([first, ...words]).buffer));

const firstWord = (bytes: Uint8Array): number => new DataView(bytes.buffer).getUint32(0, true);

describe('a snapshot of QuickJS', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(
        word,
        word,
        word,
        word,
        bytes,
        memory,
        (token, stackPointer, runtimePtr, contextPtr, state, heap) => {
          const parts = { stackPointer, runtimePtr, contextPtr, memory: heap };
          const { snapshot, ...rest } = readSnapshot(writeSnapshot(token, parts, state));
          expect(rest).toEqual({ token, state });
          const { memory: read, ...pointers } = snapshot;
          expect(pointers).toEqual({ stackPointer, runtimePtr, contextPtr, extensions: [] });
          expect(Buffer.compare(read, heap)).toBe(0);
        },
      ),
      { numRuns },
    );
  });

  it('is read or refused, and nothing of it is longer than its bytes', () => {
    fc.assert(
      fc.property(noise(0x326a_6c72), (given) => {
        const read = readOr(() => readSnapshot(given), /not a snapshot of a JavaScript session/);
        if (read === undefined) return;
        expect(firstWord(given)).toBe(0x326a_6c72);
        expect(read.state.length + read.snapshot.memory.length).toBeLessThanOrEqual(given.length);
      }),
      { numRuns },
    );
  });
});

describe('a snapshot of Pyodide', () => {
  it('makes a memory what it was', () => {
    fc.assert(
      fc.property(memory, memory, bytes, (heap, boot, state) => {
        const none = new Uint8Array();
        const start = boot.subarray(0, heap.length);
        const base = openSnapshot(takeSnapshot(start, nothing, Infinity, none) ?? none);
        const snapshot = openSnapshot(takeSnapshot(heap, base, Infinity, state) ?? none);
        expect(snapshot.memoryBytes).toBe(heap.length);
        expect(snapshot.state).toEqual(state);
        const made = new Uint8Array(heap.length).fill(7);
        putSnapshot(made, base, snapshot);
        expect(Buffer.compare(made, heap)).toBe(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is read or refused', () => {
    fc.assert(
      fc.property(noise(0x336d_6c72), (given) => {
        const read = readOr(
          () => openSnapshot(given),
          /not a complete snapshot|pages beyond its memory/,
        );
        if (read === undefined) return;
        expect(firstWord(given)).toBe(0x336d_6c72);
        expect(read.state.length).toBeLessThanOrEqual(given.length);
      }),
      { numRuns },
    );
  });
});

/** What is read; undefined if it is refused with these words. */
function readOr<Value>(read: () => Value, refusal: RegExp): Value | undefined {
  try {
    return read();
  } catch (error) {
    expect(String(error)).toMatch(refusal);
    return undefined;
  }
}
