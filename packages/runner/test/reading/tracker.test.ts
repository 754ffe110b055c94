import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createTracker } from '../../src/reading/tracker.js';
import { prose } from './prose.js';

describe('the account of what was read', () => {
  it('finds no more than there is, whatever is read, and never throws', async () => {
    const text = prose(1).text(3000);
    const piece = fc.oneof(
      fc.tuple(fc.nat(3000), fc.nat(400)).map(([at, size]) => text.slice(at, at + size)),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('\n12: ', '\\n', '\\u00e9', '\\', '"', '\ud800'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const tracker = createTracker(new Map([['context', text]]));
        await tracker.read(pieces.join(''), 'root', false);
        const { fraction, duplicated, chars, unread } = await tracker.report();
        const unreadChars = unread.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(Math.round(fraction * chars) + unreadChars).toBe(text.length);
        expect(duplicated).toBeLessThanOrEqual(fraction);
      }),
      { numRuns: 60 },
    );
  });

  it('has strips that sum up to what was read, of texts and of data', async () => {
    const text = prose(3).text(5_000);
    const list = Array.from({ length: 50 }, (_, at) => prose(at).text(60));
    const tracker = createTracker(
      new Map<string, never>([
        ['text', text as never],
        ['list', list as never],
      ]),
    );
    await tracker.read(text.slice(1_000, 2_125), 'root', false);
    await tracker.read(list.slice(0, 25).join('\n'), 'sub', false);
    const { contexts } = await tracker.report();
    const strips = await tracker.strips();
    expect(strips['text']).toHaveLength(100);
    expect(strips['text']?.slice(18, 45)).toEqual([0, 0, ...Array<number>(22).fill(1), 0.5, 0, 0]);
    for (const name of ['text', 'list']) {
      const sum = (strips[name] ?? []).reduce((whole, share) => whole + share, 0);
      expect(sum / 100).toBeCloseTo(contexts[name] ?? 0, 2);
    }
    expect(strips['list']?.slice(0, 50).every((share) => share === 1)).toBe(true);
    const short = createTracker(new Map([['context', 'abc' as never]]));
    expect(await short.strips()).toEqual({ context: [0, 0, 0] });
    const empty = createTracker(new Map([['context', '' as never]]));
    expect(await empty.strips()).toEqual({ context: [] });
  });

  it.each([
    ['a text', 'lorem'],
    ['an empty text', ''],
    ['numbers alone', [1, 2, [3, { a: true, b: null }]]],
    ['data without values', { a: {}, b: [] }],
    ['what JSON leaves out', { a: undefined, b: () => 1, c: 'text', d: new Date(0) }],
    ['keys that look like paths', { 'a/b': { '~c': 'text' }, 10: 'x', 2: 'y' }],
  ])('measures %s', async (_, value) => {
    const tracker = createTracker(new Map([['context', value as never]]));
    const { chars, unread, fraction } = await tracker.report();
    expect(unread.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(chars);
    expect(fraction).toBe(chars === 0 ? 1 : 0);
  });

  it('gives JSON Pointers, with keys escaped', async () => {
    const value = { 'a/b': { '~c': prose(2).text(200), d: 'short' } };
    const tracker = createTracker(new Map([['mails', value]]));
    await tracker.read(value['a/b']['~c'].slice(0, 150), 'root', false);
    expect((await tracker.report()).unread).toEqual([
      { context: 'mails', path: '/a~1b/~0c', start: 150, end: 200 },
      { context: 'mails', path: '/a~1b/d', start: 0, end: 5 },
    ]);
  });

  it('lists the longest thousand parts, in their order', async () => {
    const text = Array.from({ length: 1500 }, (_, line) => prose(line).text(200)).join('\n');
    const tracker = createTracker(new Map([['context', text]]));
    for (let at = 0; at < text.length; at += 200) {
      await tracker.read(text.slice(at, at + 80), 'root', false);
    }
    const { unread } = await tracker.report();
    expect(unread).toHaveLength(1000);
    const starts = unread.map(({ start }) => start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('takes time in proportion to the text: a text that repeats itself is no exception', async () => {
    // 300,000 characters against each other, all alike: compared pair by pair this would not end.
    const text = 'the same line again and again, with nothing new in it\n'.repeat(5000);
    const tracker = createTracker(new Map([['context', text]]));
    await tracker.read(text, 'root', false);
    await tracker.read(text.toUpperCase().replaceAll(',', ';'), 'sub', false);
    expect(tracker.figures()).toMatchObject({ fraction: 1, bySubModels: 1, duplicated: 1 });
  });
});
