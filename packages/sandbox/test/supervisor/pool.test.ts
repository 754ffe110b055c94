import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createSandboxPool } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';

describe('createSandboxPool', () => {
  const functions = { llm_query: () => 'pool' };
  const pool = createSandboxPool(quickjs(), { warm: 2, session: { functions } });
  beforeAll(() => pool.ready());
  afterAll(() => pool.close());

  it('hands out sessions that know nothing of each other', async () => {
    const first = await pool.open({ functions });
    await first.execute('var secret = 1');
    await first.close();
    const second = await pool.open({ functions });
    expect((await second.execute('print(typeof secret)')).stdout).toBe('undefined\n');
    await second.close();
  });

  it('gives a session the functions of its owner', async () => {
    const session = await pool.open({ functions: { llm_query: (q: string) => `mine ${q}` } });
    expect((await session.execute('print(await llm_query("q"))')).stdout).toBe('mine q\n');
    await session.close();
  });

  it('gives a session the seed of its owner', async () => {
    const draw = async (seed: string, backend: typeof pool | ReturnType<typeof quickjs>) => {
      const session = await backend.open({ functions, seed });
      const { stdout } = await session.execute('print(Math.random())');
      await session.close();
      return stdout;
    };
    await pool.ready();
    expect(await draw('mine', pool)).toBe(await draw('mine', quickjs()));
    expect(await draw('yours', pool)).not.toBe(await draw('mine', pool));
  });

  it('opens a session anew when the options differ from those it warms', async () => {
    const session = await pool.open({ functions, dialects: ['submit'] });
    expect((await session.execute('FINAL(1)')).error?.type).toBe('ReferenceError');
    await session.close();
  });

  it('refuses an isolation that its backend cannot give', async () => {
    await expect(pool.open({ require: 'process' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
    });
  });
});
