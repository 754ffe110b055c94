import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  nothing,
  openSnapshot,
  putSnapshot,
  type Snapshot,
  takeSnapshot,
} from '../../../src/pyodide/child/memory-snapshot.js';

const page = 4096;

function memoryOf(
  pages: number,
  writes: readonly (readonly [at: number, byte: number])[],
): Uint8Array {
  const memory = new Uint8Array(pages * page);
  for (const [at, byte] of writes) memory[at % memory.length] = byte;
  return memory;
}

/** A base with this memory. */
function baseOf(memory: Uint8Array): Snapshot {
  return openSnapshot(snapshotOf(memory, nothing));
}

/** The snapshot of a memory, however large. */
function snapshotOf(memory: Uint8Array, base: Snapshot, state = new Uint8Array(0)): Uint8Array {
  return takeSnapshot(memory, base, Infinity, state) ?? new Uint8Array(0);
}

const writes = fc.array(fc.tuple(fc.nat(100 * page), fc.integer({ min: 0, max: 255 })), {
  maxLength: 20,
});

const states = fc.uint8Array({ maxLength: 9 });

describe('takeSnapshot and putSnapshot', () => {
  it('give back the memory, whatever the base and the new memory hold', () => {
    fc.assert(
      fc.property(
        writes,
        writes,
        writes,
        fc.integer({ min: 3, max: 9 }),
        states,
        (a, b, c, pages, state) => {
          const base = baseOf(memoryOf(3, a));
          const memory = memoryOf(pages, b);
          const target = memoryOf(9, c);
          const snapshot = openSnapshot(snapshotOf(memory, base, state));
          expect(Buffer.from(snapshot.state)).toEqual(Buffer.from(state));
          expect(snapshot.memoryBytes).toBe(memory.length);
          putSnapshot(target, base, snapshot);
          expect(Buffer.from(target.buffer, 0, memory.length).equals(memory)).toBe(true);
          expect(target.subarray(memory.length).every((byte) => byte === 0)).toBe(true);
        },
      ),
    );
  });

  it('hold only pages that differ', () => {
    const memory = memoryOf(4, [[5, 1]]);
    expect(snapshotOf(memory, baseOf(memory)).length).toBe(16);
    expect(snapshotOf(memory, nothing).length).toBe(20 + page);
    expect(snapshotOf(memoryOf(4, [[5, 2]]), baseOf(memory)).length).toBe(20 + page);
  });

  it('are not made where they would be larger than allowed', () => {
    const base = baseOf(memoryOf(4, []));
    const memory = memoryOf(4, [
      [1, 1],
      [page, 1],
    ]);
    const none = new Uint8Array(0);
    expect(takeSnapshot(memory, base, 2 * page - 1, none)).toBeUndefined();
    expect(takeSnapshot(memory, base, 2 * page, none)?.length).toBe(24 + 2 * page);
  });

  it('refuse bytes that are no snapshot', () => {
    const base = baseOf(memoryOf(1, []));
    const snapshot = snapshotOf(memoryOf(2, [[7, 7]]), base);
    const beyond = snapshot.slice();
    new DataView(beyond.buffer).setUint32(16, 99, true);
    for (const bad of [new Uint8Array(0), new Uint8Array(64), snapshot.subarray(0, 100), beyond]) {
      expect(() => {
        openSnapshot(bad);
      }).toThrow(/snapshot/);
    }
  });
});
