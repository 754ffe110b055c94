import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { largeText } from '@rlm/files';
import { describe, expect, it } from 'vitest';

import { evidenceOf } from '../src/evidence.js';

const text = { 'a.txt': 'one two three' };

describe('evidenceOf', () => {
  it('checks each quote against the text', async () => {
    const evidence = [
      { document: 'a.txt', start: 4, end: 7, quote: 'two' },
      { document: 'a.txt', start: 4, end: 7, quote: 'too' },
      { document: 'b.txt', start: 0, end: 3, quote: 'one' },
    ];
    const found = await evidenceOf({ evidence }, text);
    expect(found.map(({ verified }) => verified)).toEqual([true, false, false]);
  });

  it.each([null, 'two', 42, {}, { evidence: 'none' }, { evidence: [null, {}, { document: 1 }] }])(
    'finds none in %j',
    async (value) => {
      expect(await evidenceOf(value, text)).toEqual([]);
    },
  );

  it('checks quotes against a file as against its text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rlm-evidence-'));
    try {
      // Characters of four bytes lie across the ends of the pieces in which the file is read.
      const whole = 'a' + '\u{1f600}\u00e9'.repeat(800_000);
      await writeFile(join(folder, 'a.txt'), whole);
      const file = await largeText(join(folder, 'a.txt'), Infinity);
      if (file === undefined) throw new Error('the file is not large');
      const places = [
        [0, 3],
        [87_000, 88_000],
        [131_000, 400_000],
        [-5, whole.length + 5],
        [-5, -1],
        [2, 2],
        [9, 3],
        [1.5, 4.9],
        [NaN, 4],
      ] as const;
      const evidence = places.flatMap(([start, end]) => {
        const quote = whole.slice(start, end);
        return [quote, `${quote}x`, quote.replace(/^./u, 'b')].map((each) => ({
          ...{ document: 'a.txt', start, end, quote: each },
        }));
      });
      const found = await evidenceOf({ evidence }, file);
      expect(found).toEqual(await evidenceOf({ evidence }, whole));
      expect(found.filter(({ verified }) => verified).length).toBeGreaterThanOrEqual(places.length);
      await writeFile(join(folder, 'a.txt'), 'a' + '\u{1f601}\u00e9'.repeat(800_000));
      expect((await evidenceOf({ evidence: [evidence[0]] }, file))[0]?.verified).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
