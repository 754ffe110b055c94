import { describe, expect, it } from 'vitest';

import { preferWalls } from '../../src/process/prefer-walls.js';

/** Ways that do, one start after the other, what is listed. */
function ways(walled: readonly ('stands' | 'falls' | 'none')[]): {
  readonly asked: string[];
  readonly start: () => Promise<string>;
} {
  const asked: string[] = [];
  let next = 0;
  const { start } = preferWalls<object, string>({
    walled: () => {
      const what = walled[next++];
      asked.push(`walled ${String(what)}`);
      if (what === 'falls') return Promise.reject(new Error('it fell'));
      return Promise.resolve(what === 'stands' ? 'walled' : undefined);
    },
    plain: () => {
      asked.push('plain');
      return Promise.resolve('plain');
    },
  });
  return { asked, start: () => start({}) };
}

describe('preferWalls', () => {
  it('starts behind walls', async () => {
    expect(await ways(['stands']).start()).toBe('walled');
  });

  it.each(['falls', 'none'] as const)('starts without, for good, where one %s', async (what) => {
    const { start, asked } = ways([what, 'stands']);
    expect([await start(), await start()]).toEqual(['plain', 'plain']);
    expect(asked).toEqual([`walled ${what}`, 'plain', 'plain']);
  });

  it('tries once more where walls have stood', async () => {
    const { start } = ways(['stands', 'falls', 'stands']);
    expect([await start(), await start()]).toEqual(['walled', 'walled']);
  });

  it.each([
    ['fall twice', ['stands', 'falls', 'falls'], 'it fell'],
    ['are gone', ['stands', 'none'], 'the walls that stood before are gone'],
  ] as const)('leaves out no walls that have stood and %s', async (_, how, message) => {
    const { start, asked } = ways(how);
    await start();
    await expect(start()).rejects.toThrow(message);
    expect(asked).not.toContain('plain');
  });

  it('tries no other way once its caller has given up', async () => {
    const gone = AbortSignal.abort(new Error('given up'));
    let plain = 0;
    const { start } = preferWalls<{ readonly abortSignal: AbortSignal }, string>({
      walled: () => Promise.reject(new Error('it fell')),
      plain: () => Promise.resolve(`plain ${++plain}`),
    });
    await expect(start({ abortSignal: gone })).rejects.toThrow('given up');
    expect(plain).toBe(0);
  });
});
