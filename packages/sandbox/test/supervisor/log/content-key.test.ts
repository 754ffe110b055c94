import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { contentKey, keyUnits, sha256OfLong } from '../../../src/supervisor/log/content-key.js';

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

describe('the key of a text', () => {
  it('is the text itself if it is short', async () => {
    const text = 'x'.repeat(512);
    expect(await contentKey('')).toBe('=');
    expect(await contentKey(text)).toBe(`=${text}`);
    expect(keyUnits).toBe(`=${text}`.length);
  });

  it('is its SHA-256 if it is longer', async () => {
    const text = 'ä'.repeat(513);
    expect(await contentKey(text)).toBe(`sha256:${hash(text)}`);
    const mebi = 'x'.repeat(2 ** 20);
    expect(await contentKey(mebi)).toBe(`sha256:${hash(mebi)}`);
  });

  it('is that of the digests of its slices if it is very long, none of which cuts a character', async () => {
    const first = 'x'.repeat(2 ** 20 - 1);
    const rest = `😀${'y'.repeat(100)}`;
    expect(await contentKey(first + rest)).toBe(`sha256:${hash(hash(first) + hash(rest))}`);
  });
});

describe('the SHA-256 of bytes', () => {
  it('is that of the digests of each 16 MiB, if there are more', async () => {
    const bytes = new Uint8Array(40 * 2 ** 20).map((_, at) => at >> 20);
    const slice = 16 * 2 ** 20;
    expect(await sha256OfLong(bytes.subarray(0, slice))).toBe(hash(bytes.subarray(0, slice)));
    const digests = [0, 1, 2].map((nth) => hash(bytes.subarray(nth * slice, (nth + 1) * slice)));
    expect(await sha256OfLong(bytes)).toBe(hash(digests.join('')));
  });
});
