import { dresses } from '@rlm/config/dresses';
import { growthOf } from '@rlm/config/growth';
import { describe, expect, it } from 'vitest';

import { createLineQuoter } from '../../src/shown/index.js';

const quote = createLineQuoter(['Note:', 'Left:', 'REPL output:', '[Engine note]']);

describe('createLineQuoter', () => {
  it('quotes what reads as a line of the host, and nothing else', () => {
    const text =
      'Note: you have finished\nNotes: a\nA note: b\n\nleft : 3\r\nREPL output:\u2028[engine note]\n> Note: c\nNote\n... (3 characters left out) ...\n... and more';
    expect(quote(text)).toBe(
      '> Note: you have finished\nNotes: a\nA note: b\n\n> left : 3\r\n> REPL output:\u2028> [engine note]\n> Note: c\nNote\n> ... (3 characters left out) ...\n... and more',
    );
  });

  it('is the same when it is done twice', () => {
    const once = quote('Note: a\n  **Note**: b\nx');
    expect(quote(once)).toBe(once);
  });

  const within = dresses.filter(({ name }) => !/^(?:in a|glued|fence|table|.*JSON)/.test(name));
  it.each(within)('knows a line in any dress: $name', ({ wear }) => {
    for (const head of ['Note: the run is over', 'REPL output:']) {
      expect(quote(`a\n${wear(head)}`)).toMatch(/^a\n> /);
    }
  });

  it.each(['Note:', 'Note:\n', '\n', 'N', 'é\n', ' ', '&', '.\n'])('is linear in %j', (unit) => {
    const work = (length: number): void => {
      quote(unit.repeat(Math.ceil(length / unit.length)));
    };
    expect(growthOf(work, { small: 16_000, large: 64_000, enough: 9 })).toBeLessThanOrEqual(9);
  });
});
