import { describe, expect, it } from 'vitest';

import {
  createSandboxPool,
  type HostFunction,
  type SandboxBackend,
  type SandboxSession,
} from '../../src/index.js';
import { waitForOthers } from '../../src/internal.js';
import { scripted } from '../../src/scripted/index.js';
import { countSessions } from '../session/support/count-sessions.js';
import { gate } from '../session/support/scripted-backend.js';

/** Cells that call the host function `work` and print what it returns. */
const working = (): SandboxBackend =>
  scripted([async (_, { call }) => `${String(await call('work'))}\n`], { repeatLast: true });

/** Runs one cell in a session of its own, whose function `work` is this. */
async function run(pool: SandboxBackend, work: HostFunction, tenant?: string): Promise<string> {
  const session = await pool.open({ functions: { work }, tenant });
  try {
    const { stdout, error } = await session.execute('work()');
    return error === undefined ? stdout.trim() : error.message;
  } finally {
    await session.close();
  }
}

/** Runs a tree of sessions: each cell waits for `breadth` more below it, `depth` deep. */
function runTree(pool: SandboxBackend, depth: number, breadth: number): Promise<string> {
  return run(pool, async () => {
    if (depth === 1) return '1';
    const below = Array.from({ length: breadth }, () => runTree(pool, depth - 1, breadth));
    const counts = await Promise.all(below);
    return String(counts.reduce((sum, count) => sum + Number(count), 1));
  });
}

/** Who waits for a place that never comes waits until the test's time is over. Nothing here starts a process. */
const bound = { timeout: 20_000 };

describe('a session that is opened for a cell', bound, () => {
  it.each([
    [1, 1, 1],
    [1, 4, 4],
    [2, 4, 4],
    [3, 2, 6],
  ])('does not wait for its own tree: max %i, %i trees', async (max, trees) => {
    const { counting, counts } = countSessions(working());
    const pool = createSandboxPool(counting, { max });
    const all = await Promise.all(Array.from({ length: trees }, () => runTree(pool, 3, 2)));
    expect(all).toEqual(Array.from({ length: trees }, () => '7'));
    // Beyond the limit there is at most one session for each level below the roots.
    expect(counts).toMatchObject({ opened: 7 * trees, open: 0 });
    expect(counts.most).toBeLessThanOrEqual(max + 2);
  });

  it('opens beyond the limit one at a time', async () => {
    const { counting, counts } = countSessions(working());
    const pool = createSandboxPool(counting, { max: 1 });
    expect(await runTree(pool, 2, 8)).toBe('9');
    expect(counts).toEqual({ opened: 9, open: 0, most: 2 });
  });

  it('waits while a session is free that may be closed', async () => {
    const { counting, counts } = countSessions(working());
    const pool = createSandboxPool(counting, { max: 2 });
    const free = await pool.open();
    const { opened: asked, open: ask } = gate();
    const tree = run(pool, () => {
      ask();
      return run(pool, () => 'below');
    });
    await asked;
    await Promise.resolve();
    expect(counts).toMatchObject({ opened: 2 });
    await free.close();
    expect(await tree).toBe('below');
    expect(counts.most).toBe(2);
  });

  it('goes before who waits for no cell, whoever came first', async () => {
    const { counting, counts } = countSessions(working());
    const pool = createSandboxPool(counting, { max: 1 });
    const order: string[] = [];
    const [request, waits] = [gate(), gate()];
    // Not on behalf of the cell, though it comes while that runs.
    const other = request.opened.then(async () => {
      const session = await pool.open({ onWait: waits.open });
      order.push('other');
      await session.close();
    });
    await run(pool, async () => {
      request.open();
      await waits.opened;
      return run(pool, () => order.push('below'));
    });
    await other;
    expect(order).toEqual(['below', 'other']);
    expect(counts.most).toBe(2);
  });

  it('is refused by no full line that its own tree holds', async () => {
    const pool = createSandboxPool(working(), { max: 1, maxWaiting: 0 });
    expect(await runTree(pool, 3, 1)).toBe('3');
  });

  it('leaves the line with the cell that waits for it', async () => {
    const pool = createSandboxPool(working(), { max: 2 });
    const free = await pool.open();
    const stop = new AbortController();
    const session = await pool.open({
      functions: {
        work: {
          run: async ({ abortSignal }) => {
            const below = pool.open({ abortSignal, onWait: () => stop.abort() });
            await (await below).close();
          },
        },
      },
    });
    const { outcome } = await session.execute('work()', { abortSignal: stop.signal });
    expect(outcome).toBe('aborted');
    // Nobody is left in the line: the next place is the next one's.
    await session.close();
    await (await pool.open()).close();
    await free.close();
  });

  it('does not wait for others who wait for a place, as for one of the runs that may run at once', async () => {
    const { counting, counts } = countSessions(working());
    const pool = createSandboxPool(counting, { max: 2 });
    const result = gate();
    const first = run(pool, () => run(pool, () => result.open()));
    const second = run(pool, async () => {
      const end = waitForOthers();
      await result.opened;
      end();
      return 'second';
    });
    await first;
    expect(await second).toBe('second');
    expect(counts.most).toBe(3);
  });
});

describe('a fork', bound, () => {
  it('takes a place of its own, beyond the limit only if its session alone is in the way', async () => {
    const { counting, counts } = countSessions(scripted(['x\n'], { repeatLast: true }));
    const pool = createSandboxPool(counting, { max: 1 });
    const session = await pool.open();
    const fork = (await session.fork?.()) as SandboxSession;
    expect((await fork.execute('')).stdout).toBe('x\n');
    const second = session.fork?.();
    const next = pool.open();
    await fork.close();
    await (await second)?.close();
    await session.close();
    await (await next).close();
    expect(counts).toMatchObject({ opened: 2, open: 0 });
  });

  it('gives its place back when it ends with its session’s signal, or fails', async () => {
    const pool = createSandboxPool(scripted(['x']), { max: 2 });
    const stop = new AbortController();
    const session = await pool.open({ abortSignal: stop.signal });
    await session.fork?.();
    const next = [pool.open(), pool.open()];
    stop.abort();
    for (const opened of await Promise.all(next)) await opened.close();
    await expect(session.fork?.()).rejects.toThrow();
    for (const opened of await Promise.all([pool.open(), pool.open()])) await opened.close();
  });
});

describe('a pool in a pool', bound, () => {
  it('lets trees end that wait in both, each with at most one more for each level', async () => {
    const { counting, counts } = countSessions(working());
    const inner = createSandboxPool(counting, { max: 2 });
    const pool = createSandboxPool(inner, { max: 4 });
    const all = await Promise.all(Array.from({ length: 8 }, () => runTree(pool, 3, 2)));
    expect(all).toEqual(Array.from({ length: 8 }, () => '7'));
    expect(counts.open).toBe(0);
    expect(counts.most).toBeLessThanOrEqual(2 + 2 * 2);
  });
});
