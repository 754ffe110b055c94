import { beforeEach, describe, expect, it, vi } from 'vitest';

import type * as Shown from '../../src/shown/index.js';

/** The module as a program has it at its start: nothing is loaded. */
let shown: typeof Shown;

beforeEach(async () => {
  vi.resetModules();
  shown = await import('../../src/shown/index.js');
});

const plain = 'left: 3\n[a] (b) {c} <d> 100% of 5 & 6, "x" `y` ~z!';

describe('loadDisguises', () => {
  it.each(['F\u0406NAL(x)', '&lt;', '&#60;', '\\u0046', '%46', '\u200b', '\u001b[0m', 'é'])(
    'loads what reads %j, and before that misses nothing',
    async (text) => {
      const marks = shown.createShownMarks(['final(']);
      marks.add(text);
      expect(marks.has(['final('])).toBe(true);
      const quote = shown.createLineQuoter(['Note:']);
      expect(quote(`a\n${text}`)).toBe(`a\n> ${text}`);
      await shown.loadDisguises(plain, text);
      expect(quote(`a\n${text}`)).toBe(`a\n${text}`);
    },
  );

  it('reads plain texts alike before and after', async () => {
    const said = `${plain}\nNote: a\nFI/* b */NAL <b>( F1NAL`;
    const quote = shown.createLineQuoter(['Note:']);
    const read = (text: string): boolean => {
      const marks = shown.createShownMarks(shown.finalMarks);
      marks.add(text);
      return marks.has(shown.finalMarks);
    };
    await shown.loadDisguises(said);
    const before = [quote(said), read(plain), read(said)];
    expect(shown.createLineQuoter(['Note:'])('é')).toBe('> é');
    await shown.loadDisguises('é');
    expect([quote(said), read(plain), read(said)]).toEqual(before);
    expect(before.slice(1)).toEqual([false, true]);
    expect(shown.createLineQuoter(['Note:'])('é')).toBe('é');
  });

  it('finds a mark in another script once it is loaded for it', async () => {
    await shown.loadDisguises('ФИНАЛ(');
    const marks = shown.createShownMarks(['ФИНАЛ(']);
    marks.add('a plain text');
    expect(marks.has(['ФИНАЛ('])).toBe(false);
    marks.add('Ф-И-Н-А-Л [x]');
    expect(marks.has(['ФИНАЛ('])).toBe(true);
  });
});
