import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { collectBytes } from '../../src/framing/collect-bytes.js';

describe('collectBytes', () => {
  it('gives runs of the lengths that were wanted, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.array(fc.integer({ min: 1, max: 9 })), (runs, cuts) => {
        const total = runs.reduce((sum, length) => sum + length, 0);
        const stream = Buffer.from(Array.from({ length: total }, (_, index) => index % 256));
        const taken: Buffer[] = [];
        const [first = 0, ...others] = runs;
        const push = collectBytes(first, (run) => {
          taken.push(Buffer.from(run));
          return others.shift();
        });
        for (const cut of [...cuts, total]) push(stream.subarray(0, cut));
        const pushed = [...cuts, total].map((cut) => stream.subarray(0, cut));
        if (runs.length > 0) {
          expect(taken.map(({ length }) => length)).toEqual(runs);
          expect(Buffer.concat(taken)).toEqual(Buffer.concat(pushed).subarray(0, total));
        }
      }),
    );
  });

  it('copies a run that comes in chunks once, into memory of its own', () => {
    const taken: Buffer[] = [];
    const push = collectBytes(100_000, (run) => {
      taken.push(run);
      return undefined;
    });
    for (let chunk = 0; chunk < 10; chunk++) push(Buffer.alloc(10_000, chunk));
    push(Buffer.alloc(10));
    expect(taken.length).toBe(1);
    expect(taken[0]?.buffer.byteLength).toBe(100_000);
    expect([taken[0]?.[0], taken[0]?.[99_999]]).toEqual([0, 9]);
  });
});
