import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { openPython } from './support/open-python.js';

describe('texts for Python', () => {
  let session: SandboxSession;
  beforeAll(async () => {
    session = await openPython({ limits: { memoryBytes: 512 * 1024 * 1024 } });
  });
  afterAll(() => session.close());

  it.each([
    ['ASCII', 'abc\n'],
    ['Latin-1', 'aé\n'],
    ['the basic plane', '日本 é'],
    ['all planes', '😀aé日'],
    ['nulls and controls', '\0\u0001\u007f'],
  ])('arrive unchanged: %s', async (_, unit) => {
    const times = 60_000;
    await session.set('text', unit.repeat(times));
    const points = Array.from(unit).length;
    const literal = JSON.stringify(unit);
    const code = `print(len(text), text == ${literal} * ${times}, hash(text) == hash(${literal} * ${times}), text[:${points}] == ${literal}, text.isascii())`;
    const isAscii = unit.split('').every((character) => character < '\u0080');
    expect((await session.execute(code)).stdout).toBe(
      `${points * times} True True True ${isAscii ? 'True' : 'False'}\n`,
    );
    expect(await session.get('text')).toBe(unit.repeat(times));
  });

  it('arrive with lone surrogates replaced', async () => {
    await session.set('text', `${'a'.repeat(40_000)}\ud800`);
    expect((await session.execute('print(ascii(text[-1]))')).stdout).toBe("'\\ufffd'\n");
  });

  it('of 100 MB arrive without a second copy on the host', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. 12345\n'.repeat(2_000_000);
    text.charCodeAt(7);
    const before = process.memoryUsage();
    await session.set('context', text);
    const after = process.memoryUsage();
    expect((await session.execute('print(len(context), context.count("fox"))')).stdout).toBe(
      '102000000 2000000\n',
    );
    expect(after.rss - before.rss).toBeLessThan(300_000_000);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(10_000_000);
    // Slices that were sent and not collected yet; a second copy would be 100 MB.
    expect(after.external - before.external).toBeLessThan(60_000_000);
  });

  it('that do not fit are an error of the value, not the end of the session', async () => {
    const small = await openPython({ limits: { memoryBytes: 64 * 1024 * 1024 } });
    await small.execute('kept = 1');
    await expect(small.set('context', 'x'.repeat(100_000_000))).rejects.toThrow(/MemoryError/);
    expect((await small.execute('print(kept)')).stdout).toBe('1\n');
    await small.close();
  });
});
