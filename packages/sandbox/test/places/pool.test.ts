import { describe, expect, it, vi } from 'vitest';

import { createSandboxPool, type SandboxBackend, type SandboxSession } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { scripted } from '../../src/scripted/index.js';
import { countSessions } from '../session/support/count-sessions.js';

describe('createSandboxPool', { timeout: 30_000 }, () => {
  it('opens sessions that know nothing of each other, with the options of their owners', async () => {
    const pool = createSandboxPool(quickjs(), { max: 1 });
    const first = await pool.open();
    await first.execute('var secret = 1');
    await first.close();
    const second = await pool.open({ functions: { llm_query: (q: string) => `mine ${q}` } });
    expect((await second.execute('print(typeof secret, await llm_query("q"))')).stdout).toBe(
      'undefined mine q\n',
    );
    await second.close();
  });

  it('refuses an isolation that its backend cannot give', async () => {
    const pool = createSandboxPool(scripted());
    await expect(pool.open({ require: 'process' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
    });
  });

  it('lets the next wait, in order, and tells them, until a session is closed', async () => {
    const pool = createSandboxPool(scripted(), { max: 2 });
    const [first, second] = [await pool.open(), await pool.open()];
    const order: string[] = [];
    const onWait = vi.fn();
    const waiting = ['third', 'fourth'].map(async (name) => {
      const session = await pool.open({ onWait });
      order.push(name);
      await session.close();
    });
    await Promise.resolve();
    await second.close();
    await Promise.all(waiting);
    expect(order).toEqual(['third', 'fourth']);
    expect(onWait.mock.calls).toEqual([[{ max: 2, waiting: 1 }], [{ max: 2, waiting: 2 }]]);
    await first.close();
  });

  it('never has more sessions open', async () => {
    const { counting, counts } = countSessions(scripted(['x']));
    const pool = createSandboxPool(counting, { max: 3 });
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const session = await pool.open();
        await session.execute('x');
        await session.close();
      }),
    );
    expect(counts).toEqual({ opened: 20, open: 0, most: 3 });
  });

  it('refuses the next when as many wait as may', async () => {
    const pool = createSandboxPool(scripted(), { max: 1, maxWaiting: 1 });
    const session = await pool.open();
    const waiting = pool.open();
    await expect(pool.open()).rejects.toMatchObject({
      code: 'pool_full',
      message: expect.stringMatching(/\b1 sessions of the pool are in use, and 1 wait/) as string,
    });
    await session.close();
    await (await waiting).close();
  });

  it('refuses who has waited too long', async () => {
    const pool = createSandboxPool(scripted(), { max: 1, waitMs: 1 });
    const session = await pool.open();
    await expect(pool.open()).rejects.toMatchObject({
      code: 'pool_timeout',
      message: expect.stringContaining('within 1 ms (waitMs): all 1 are in use') as string,
    });
    await session.close();
    await (await pool.open()).close();
  });

  it('lets nobody wait whose signal is aborted, or whose pool is closed', async () => {
    const pool = createSandboxPool(scripted(), { max: 1 });
    const session = await pool.open();
    const controller = new AbortController();
    const aborted = pool.open({ abortSignal: controller.signal });
    const left = pool.open();
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    const atLast = pool.open();
    await pool.close();
    for (const refused of [left, atLast, pool.open()]) {
      await expect(refused).rejects.toMatchObject({ code: 'session_closed' });
    }
    await session.close();
  });

  it('gets a place back from a session that ends with its owner’s signal', async () => {
    const pool = createSandboxPool(scripted(), { max: 1 });
    const controller = new AbortController();
    const session = await pool.open({ abortSignal: controller.signal });
    const next = pool.open();
    controller.abort();
    await (await next).close();
    await expect(session.execute('')).rejects.toMatchObject({ code: 'session_closed' });
  });

  it('gets a place back from a session that could not be opened, or not be closed', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const base = scripted(['x']);
    const broken: Pick<SandboxSession, 'close'> = {
      close: () => Promise.reject(new Error('no closing')),
    };
    const opened = [
      () => Promise.reject(new Error('no opening')),
      async () => ({ ...(await base.open()), ...broken }) as SandboxSession,
      () => base.open(),
    ];
    const backend: SandboxBackend = { ...base, open: () => opened.shift()?.() ?? base.open() };
    const pool = createSandboxPool(backend, { max: 1 });
    await expect(pool.open()).rejects.toThrow('no opening');
    const controller = new AbortController();
    await pool.open({ abortSignal: controller.signal });
    controller.abort();
    await (await pool.open()).close();
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining('no closing'), 'RlmWarning');
    warnings.mockRestore();
  });

  it('can be put over a pool', async () => {
    const outer = createSandboxPool(createSandboxPool(scripted(['x\n']), { max: 1 }), { max: 2 });
    const session = await outer.open();
    const onWait = vi.fn();
    const next = outer.open({ onWait });
    expect((await session.execute('')).stdout).toBe('x\n');
    expect(onWait.mock.calls).toEqual([[{ max: 1, waiting: 1 }]]);
    await session.close();
    await (await next).close();
  });
});
