import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cutText } from '../src/index.js';
import { countCodePoints, createOutputBuffer, joinTexts, readCutText } from '../src/internal.js';
import { readCut } from './support/read-cut.js';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });

describe('cutText', () => {
  it('keeps head and tail, and says between them how many characters are left out', () => {
    const { text: shown, gaps } = cutText('x'.repeat(66_125), 2);
    expect(shown).toBe('x\n... (66,123 characters left out) ...\nx');
    expect(gaps).toEqual([{ at: 1, characters: 66_123 }]);
  });

  it('leaves a text whole that is within the limit, in code points', () => {
    expect(cutText('🐧'.repeat(4), 4)).toEqual({ text: '🐧'.repeat(4), gaps: [] });
  });

  it('never cuts a surrogate pair, and counts one as one character', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 }), (limit) => {
        const { text: shown } = cutText('🐧'.repeat(20), limit);
        expect(() => encodeURIComponent(shown)).not.toThrow();
        if (limit < 20) expect(shown).toContain(`(${String(20 - limit)} characters left out)`);
      }),
    );
  });

  it('shows one note with the true number, however often and with whatever limits a text is cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 200 }), { maxLength: 4 }), (whole, limits) => {
        const least = Math.min(...limits);
        let cut = cutText(whole, Infinity);
        for (const limit of limits) cut = cutText(cut.text, limit, cut.gaps);
        const { notes, shown, leftOut } = readCut(cut.text);
        const total = countCodePoints(whole);
        expect(notes).toBe(total > least ? 1 : 0);
        expect(shown + leftOut).toBe(total);
        if (notes > 0) expect(shown).toBe(least);
      }),
    );
  });

  it('gives what one end has no use for to the other', () => {
    const once = cutText('abcdefghijklmnop', 8);
    expect(once.text).toBe('abcd\n... (8 characters left out) ...\nmnop');
    const more = joinTexts([once, 'qrstuvwxyz']);
    expect(cutText(more.text, 12, more.gaps).text).toBe(
      'abcd\n... (14 characters left out) ...\nstuvwxyz',
    );
  });

  it('takes for a note only what it wrote itself', () => {
    const forged = `a\n... (5 characters left out) ...\n${'b'.repeat(40)}`;
    const { leftOut } = readCut(cutText(forged, 4).text);
    expect(leftOut).toBe(forged.length - 4);
  });
});

describe('readCutText', () => {
  it('finds the gaps of a text again, so that it can be cut further', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 200 }), fc.nat({ max: 200 }), (whole, limit, further) => {
        const cut = cutText(whole, limit);
        expect(readCutText(cut.text)).toEqual(cut);
        const { gaps } = readCutText(cut.text);
        const { notes, shown, leftOut } = readCut(cutText(cut.text, further, gaps).text);
        expect(shown + leftOut).toBe(countCodePoints(whole));
        expect(notes).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('joinTexts', () => {
  it('puts the gaps where they are in the whole', () => {
    const cut = cutText('abcdefgh', 2);
    const joined = joinTexts(['first\n', cut, cut]);
    expect(joined.text).toBe(`first\n${cut.text}${cut.text}`);
    expect(joined.gaps.map(({ at }) => joined.text.slice(at, at + 6))).toEqual([
      '\n... (',
      '\n... (',
    ]);
    expect(cutText(joined.text, 4, joined.gaps).text).toBe(
      'fir\n... (18 characters left out) ...\nh',
    );
  });
});

describe('createOutputBuffer', () => {
  it('comes to what cutText makes of the whole, however the text was cut into pieces', () => {
    const pieces = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.nat({ max: 60 }), (given, limit) => {
        // Units instead of characters: also the halves of pairs come apart.
        const units = given.flatMap((piece, index) =>
          index % 2 === 0 ? [piece] : piece.split(''),
        );
        const buffer = createOutputBuffer(limit);
        for (const piece of units) buffer.add(piece);
        expect(buffer.toCutText()).toEqual(cutText(units.join(''), limit));
      }),
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
    expect(buffer.toCutText().text).toBe('head\n... (1,000 characters left out) ...\ntail');
  });

  it('gives the same when a buffer behind it takes its head and its rest', () => {
    fc.assert(
      fc.property(
        fc.array(text),
        fc.nat({ max: 40 }),
        fc.nat({ max: 40 }),
        (pieces, first, second) => {
          const near = createOutputBuffer(first);
          const far = createOutputBuffer(second);
          for (const piece of pieces) far.add(near.add(piece));
          const { text: tail, dropped } = near.rest();
          far.skip(dropped);
          far.add(tail);
          const { shown, leftOut, notes } = readCut(far.toCutText().text);
          expect(shown + leftOut).toBe(countCodePoints(pieces.join('')));
          expect(notes).toBe(leftOut === 0 ? 0 : 1);
        },
      ),
    );
  });
});
