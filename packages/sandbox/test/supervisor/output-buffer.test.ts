import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createOutputBuffer } from '../../src/index.js';

describe('createOutputBuffer', () => {
  it('keeps everything up to the limit, whatever the pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 9 }), { maxLength: 9 }), (pieces) => {
        const buffer = createOutputBuffer(100);
        for (const piece of pieces) buffer.add(piece);
        expect(buffer.toText()).toBe(pieces.join(''));
      }),
    );
  });

  it('keeps head and tail and counts the rest, however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 60 }), { minLength: 5 }),
        (pieces) => {
          const all = pieces.join('');
          fc.pre(all.length > 20);
          const buffer = createOutputBuffer(20);
          for (const piece of pieces) buffer.add(piece);
          expect(buffer.toText()).toBe(
            `${all.slice(0, 10)}\n... [${all.length - 20} characters of output left out] ...\n${all.slice(-10)}`,
          );
        },
      ),
    );
  });

  it('gives the head for streaming, once', () => {
    const buffer = createOutputBuffer(6);
    expect([buffer.add('ab'), buffer.add('cdef'), buffer.add('gh')]).toEqual(['ab', 'c', '']);
  });

  it('counts what was left out elsewhere', () => {
    const buffer = createOutputBuffer(8);
    buffer.add('head');
    buffer.skip(1_000);
    buffer.add('tail');
    expect(buffer.toText()).toBe('head\n... [1000 characters of output left out] ...\ntail');
  });
});
