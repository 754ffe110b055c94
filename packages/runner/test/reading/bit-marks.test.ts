import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { BitMarks } from '../../src/reading/bit-marks.js';

const length = 200;
const range = fc
  .tuple(fc.nat(length), fc.nat(length))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

describe('BitMarks', () => {
  it('marks, counts, finds and tells what was marked twice as a plain list does', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), range, (ranges, [from, to]) => {
        const [marks, twice] = [new BitMarks(length), new BitMarks(length)];
        const times = Array<number>(length).fill(0);
        for (const [start, end] of ranges) {
          marks.mark(start, end, twice);
          for (let at = start; at < end; at += 1) times[at] = (times[at] ?? 0) + 1;
        }
        expect(times.map((_, at) => marks.has(at))).toEqual(times.map((count) => count > 0));
        expect(marks.count).toBe(times.filter((count) => count > 0).length);
        expect(twice.count).toBe(times.filter((count) => count > 1).length);
        for (const marked of [true, false]) {
          const next = times.findIndex(
            (count, at) => at >= from && at < to && count > 0 === marked,
          );
          expect(marks.next(from, to, marked)).toBe(next === -1 ? to : next);
        }
      }),
    );
  });
});
