import { describe, expect, it } from 'vitest';

import { preferIsolation } from '../../src/process/old/prefer-isolation.js';

/** Ways that do, one start after the other, what is listed. */
function ways(isolated: readonly ('works' | 'fails')[]): {
  readonly asked: string[];
  readonly start: () => Promise<string>;
} {
  const asked: string[] = [];
  let next = 0;
  const { start } = preferIsolation<object, string>({
    isolated: () => {
      const what = isolated[next++];
      asked.push(`isolated ${String(what)}`);
      if (what === 'fails') return Promise.reject(new Error('it failed'));
      return Promise.resolve('isolated');
    },
    plain: () => {
      asked.push('plain');
      return Promise.resolve('plain');
    },
    onFallback: (reason) => {
      asked.push(String(reason));
    },
  });
  return { asked, start: () => start({}) };
}

describe('preferIsolation', () => {
  it('starts isolated', async () => {
    expect(await ways(['works']).start()).toBe('isolated');
  });

  it('starts without if that fails, says why, and tries again at the next start', async () => {
    const { start, asked } = ways(['fails', 'fails', 'works']);
    expect([await start(), await start(), await start()]).toEqual(['plain', 'plain', 'isolated']);
    const failed = ['isolated fails', 'plain', 'Error: it failed'];
    expect(asked).toEqual([...failed, ...failed, 'isolated works']);
  });

  it('tries once more if one was isolated', async () => {
    const { start } = ways(['works', 'fails', 'works']);
    expect([await start(), await start()]).toEqual(['isolated', 'isolated']);
  });

  it('does not do without once one was isolated', async () => {
    const { start, asked } = ways(['works', 'fails', 'fails']);
    await start();
    await expect(start()).rejects.toThrow('it failed');
    expect(asked).not.toContain('plain');
  });

  it('tries no other way once its caller has given up', async () => {
    const gone = AbortSignal.abort(new Error('given up'));
    let plain = 0;
    const { start } = preferIsolation<{ readonly abortSignal: AbortSignal }, string>({
      isolated: () => Promise.reject(new Error('it failed')),
      plain: () => Promise.resolve(`plain ${++plain}`),
      onFallback: () => undefined,
    });
    await expect(start({ abortSignal: gone })).rejects.toThrow('given up');
    expect(plain).toBe(0);
  });
});
