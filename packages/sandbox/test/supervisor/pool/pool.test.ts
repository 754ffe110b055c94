import { invalidOption } from '@rlm/config/options-suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defineBackend } from '../../../src/engine.js';
import { createSandboxPool, type SandboxBackend, type SessionOptions } from '../../../src/index.js';
import { quickjs } from '../../../src/quickjs/index.js';
import { scriptedRecipe } from '../support/scripted-recipe.js';

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

  it('opens a session anew when the guest of a warm one ends as it is handed over', async () => {
    const recipe = scriptedRecipe(['ok\n'], {
      change(engine, nth, { events }) {
        const send = engine.send.bind(engine);
        engine.send = (frame) => {
          if (nth === 0 && frame.type === 'seed') {
            events.onExit({ kind: 'crashed', reason: 'by itself' });
          } else send(frame);
        };
      },
    });
    const warm = createSandboxPool(defineBackend(recipe), { warm: 1 });
    await warm.ready();
    const session = await warm.open({ seed: 'mine' });
    expect((await session.execute('')).stdout).toBe('ok\n');
    await session.close();
    await warm.close();
    expect(recipe.alive()).toBe(0);
  });

  it('gives a session the limits of host calls of its owner, without opening another', async () => {
    let opened = 0;
    const backend = quickjs();
    const counting = {
      ...backend,
      open: (options?: SessionOptions) => {
        opened += 1;
        return backend.open(options);
      },
    };
    const warm = createSandboxPool(counting, { warm: 1, session: { functions } });
    await warm.ready();
    const limits = { maxHostCalls: 1, callTimeoutMs: 1_000, maxConcurrentCalls: 1 };
    const session = await warm.open({ functions, limits });
    expect(opened).toBe(1);
    expect(
      (await session.execute('await llm_query("a"); await llm_query("b")')).error?.message,
    ).toMatch(/\b1 host calls\b/);
    await session.close();
    await warm.close();
  });

  it('opens a session anew when the options differ from those it warms', async () => {
    const session = await pool.open({ functions, dialects: ['submit'] });
    expect((await session.execute('FINAL(1)')).error?.type).toBe('ReferenceError');
    await session.close();
  });

  it('refuses an isolation that its backend cannot give', async () => {
    const here = createSandboxPool(quickjs({ process: 'none' }), { warm: 0 });
    await expect(here.open({ require: 'process' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
    });
  });

  it('holds the isolation of its warm sessions for every session', async () => {
    const here = createSandboxPool(quickjs({ process: 'none' }), {
      warm: 0,
      session: { require: 'process' },
    });
    await expect(here.open({ functions })).rejects.toMatchObject({ code: 'isolation_unavailable' });
    await expect(here.open({ require: 'wasm' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
    });
  });

  describe('with max', () => {
    it('lets the next wait, in order, until a session is closed', async () => {
      const small = createSandboxPool(quickjs(), { warm: 1, max: 2 });
      const [first, second] = [await small.open(), await small.open()];
      const order: string[] = [];
      const waiting = ['third', 'fourth'].map(async (name) => {
        const session = await small.open();
        order.push(name);
        await session.close();
      });
      await second.close();
      await Promise.all(waiting);
      expect(order).toEqual(['third', 'fourth']);
      await first.close();
      await small.close();
    });

    it('closes a warm session for one with other options', async () => {
      const { counting, counts } = countSessions();
      const small = createSandboxPool(counting, { warm: 1, max: 1 });
      await small.ready();
      const session = await small.open({ dialects: ['submit'] });
      expect(counts).toEqual({ opened: 2, most: 1, open: 1 });
      await session.close();
      await small.close();
    });

    it('never has more sessions open', async () => {
      const { counting, counts } = countSessions();
      const small = createSandboxPool(counting, { warm: 2, max: 3 });
      const outputs = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const session = await small.open();
          const { stdout } = await session.execute(`print(${index})`);
          await session.close();
          return stdout;
        }),
      );
      expect(outputs).toEqual(Array.from({ length: 20 }, (_, index) => `${index}\n`));
      expect(counts.most).toBe(3);
      await small.close();
      expect(counts.open).toBe(0);
    });

    it('refuses the next when as many wait as may', async () => {
      const small = createSandboxPool(quickjs(), { warm: 0, max: 1, maxWaiting: 1 });
      const session = await small.open();
      const waiting = small.open();
      await expect(small.open()).rejects.toMatchObject({
        code: 'pool_full',
        message: expect.stringMatching(/\b1 sessions .*\bin use\b/) as string,
      });
      await session.close();
      await (await waiting).close();
      await small.close();
    });

    it('refuses who has waited too long', async () => {
      const small = createSandboxPool(quickjs(), { warm: 0, max: 1, waitMs: 1 });
      const session = await small.open();
      await expect(small.open()).rejects.toMatchObject({ code: 'pool_timeout' });
      await session.close();
      await (await small.open()).close();
      await small.close();
    });

    it('lets nobody wait whose signal is aborted, or whose pool is closed', async () => {
      const small = createSandboxPool(quickjs(), { warm: 0, max: 1 });
      const session = await small.open();
      const controller = new AbortController();
      const aborted = small.open({ abortSignal: controller.signal });
      const left = small.open();
      controller.abort(new Error('enough'));
      await expect(aborted).rejects.toThrow('enough');
      await small.close();
      await expect(left).rejects.toMatchObject({ code: 'session_closed' });
      await session.close();
    });

    it('gets a place back from a session that ends with its owner’s signal', async () => {
      const small = createSandboxPool(quickjs(), { warm: 1, max: 1 });
      const controller = new AbortController();
      const session = await small.open({ abortSignal: controller.signal });
      const next = small.open();
      controller.abort();
      await (await next).close();
      await expect(session.execute('')).rejects.toMatchObject({ code: 'session_closed' });
      await small.close();
    });
  });

  it.each<[object, string, ...string[]]>([
    [{ warm: -1 }, 'warm', 'whole number from 0', 'got -1'],
    [{ max: 0 }, 'max', 'whole number from 1', 'got 0'],
    [{ warm: 3, max: 2 }, 'warm', 'max (2)', 'got 3'],
    [{ waitMS: 5 }, 'waitMS', 'Did you mean waitMs?'],
  ])('refuses %o', (options, option, ...facts) => {
    const create = () => createSandboxPool(quickjs(), options);
    expect(create).toThrow(invalidOption(option, ...facts));
  });

  it('opens a session of a backend that hands none over once, and keeps none warm', async () => {
    const { counting, counts } = countSessions();
    const capabilities = { ...counting.capabilities, handover: false };
    const foreign = createSandboxPool({ ...counting, capabilities });
    await foreign.ready();
    const session = await foreign.open({ functions });
    expect((await session.execute('print(await llm_query("q"))')).stdout).toBe('pool\n');
    expect(counts.opened).toBe(1);
    await session.close();
    await foreign.close();
  });

  it('can be put over a pool', async () => {
    const outer = createSandboxPool(pool, { warm: 1, session: { functions } });
    await outer.ready();
    const session = await outer.open({ functions: { llm_query: () => 'outer' } });
    expect((await session.execute('print(await llm_query("q"))')).stdout).toBe('outer\n');
    await session.close();
    await outer.close();
  });
});

/** QuickJS that counts its sessions. */
function countSessions(): {
  counting: SandboxBackend;
  counts: { opened: number; open: number; most: number };
} {
  const counts = { opened: 0, open: 0, most: 0 };
  const backend = quickjs();
  const counting: SandboxBackend = {
    ...backend,
    async open(options) {
      counts.opened += 1;
      counts.open += 1;
      counts.most = Math.max(counts.most, counts.open);
      const session = await backend.open(options);
      const close = session.close.bind(session);
      let closing: Promise<void> | undefined;
      session.close = () => (closing ??= close().then(() => void (counts.open -= 1)));
      return session;
    },
  };
  return { counting, counts };
}
