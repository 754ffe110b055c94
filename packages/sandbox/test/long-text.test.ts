import { expect, it } from 'vitest';

import type { LongText } from '../src/index.js';
import { describeBackends } from './support/backends.js';

/** Lines with characters of one to four bytes. */
const whole = Array.from(
  { length: 60_000 },
  (_, n) => `${n}: ${'a\u00e9\u20ac\u{1f600}'.repeat(n % 7)}\n`,
).join('');

/** A text that a caller has in pieces of any size, which cut characters. */
function textOf(text: string, sliceBytes: number): LongText {
  const bytes = Buffer.from(text);
  return {
    ...{ sha256: '', bytes: bytes.length, units: text.length, head: '', marks: [] },
    ...{ codePoints: Array.from(text).length, lines: text.split('\n').length, width: 4 },
    open: () =>
      Promise.resolve({
        descriptor: -1,
        offset: 0,
        *slices() {
          for (let at = 0; at < bytes.length; at += sliceBytes) {
            yield bytes.subarray(at, at + sliceBytes);
          }
        },
        verify: () => undefined,
        close: () => Promise.resolve(),
      }),
  };
}

await describeBackends('a long text', (backend) => {
  it('is got in pieces, as the text that it is', async () => {
    await using session = await backend.open({ limits: { maxValueBytes: 2 ** 26 } });
    const texts: Readonly<Record<string, string | LongText>> = {
      pieces: textOf(whole, 65_521),
      piece: textOf(whole.repeat(3), 2 ** 30),
      short: textOf('caf\u00e9', 3),
      nothing: textOf('', 1),
      string: whole,
    };
    for (const [name, value] of Object.entries(texts)) await session.set(name, value);
    expect(await session.get('pieces')).toBe(whole);
    expect(await session.get('piece')).toBe(whole.repeat(3));
    expect(await session.get('short')).toBe('caf\u00e9');
    expect(await session.get('nothing')).toBe('');
    expect(await session.get('string')).toBe(whole);
  });
});
