import { totalmem } from 'node:os';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import {
  createSandbox,
  createSandboxPool,
  type SandboxBackend,
  type SandboxSession,
} from '../../src/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { scripted } from '../../src/scripted/index.js';
import { scriptedBackend } from '../session/support/scripted-backend.js';

afterEach(() => {
  vi.restoreAllMocks();
});

let kinds = 0;
/** Backends of a kind of their own. */
function backendsOf(...maxSessions: readonly (number | undefined)[]): readonly SandboxBackend[] {
  kinds += 1;
  const name = `kind ${kinds}`;
  return maxSessions.map((max) =>
    createSandbox({ ...scriptedBackend(['x\n']), name }, { maxSessions: max }),
  );
}

/** Opens a session that has to wait; resolves when it does. */
async function openLater(
  backend: SandboxBackend | undefined,
): Promise<{ readonly opening: Promise<void>; readonly wait: object }> {
  let opening: Promise<void> | undefined;
  const wait = await new Promise<object>((resolve, reject) => {
    opening = backend?.open({ onWait: resolve }).then((session) => session.close());
    opening?.then(() => reject(new Error('it did not wait')), reject);
  });
  return { opening: opening ?? Promise.resolve(), wait };
}

/** Opens a session that must not wait: rejects at once if one of its kind is open that another file of this process has left. */
function openAtOnce(backend: SandboxBackend): Promise<SandboxSession> {
  const stop = new AbortController();
  const onWait = (): void => {
    stop.abort(new Error(`A session of ${backend.name} is open that nobody has closed`));
  };
  return backend.open({ abortSignal: stop.signal, onWait });
}

const python = await cpython().probe();

describe('maxSessions', { timeout: 60_000 }, () => {
  it('counts the sessions of all backends of a kind, for each by its own limit', async () => {
    const [two, other, three, free] = backendsOf(2, 2, 3, undefined);
    const first = await two?.open();
    const second = await other?.open();
    const { opening, wait } = await openLater(two);
    expect(wait).toEqual({ max: 2, waiting: 1 });
    const third = await three?.open();
    const last = await free?.open();
    // Still two, and one that has no limit.
    await third?.close();
    await first?.close();
    await last?.close();
    await opening;
    await second?.close();
    const [another] = backendsOf(1);
    await (await another?.open())?.close();
  });

  it('is as many as three quarters of the memory hold, if the backend knows what a session takes', async () => {
    const megabytes = (count: number): number => count * 2 ** 20;
    const memory = vi.spyOn(process, 'constrainedMemory').mockReturnValue(megabytes(100));
    const kind = { ...scriptedBackend(['x']), name: 'measured', sessionBytes: megabytes(30) };
    const backend = createSandbox(kind);
    const sessions = [await backend.open(), await backend.open()];
    const { opening, wait } = await openLater(backend);
    expect(wait).toEqual({ max: 2, waiting: 1 });
    for (const session of sessions) await session.close();
    await opening;
    memory.mockReturnValue(megabytes(1));
    const least = createSandbox(kind);
    const only = await least.open();
    expect((await openLater(least)).wait).toMatchObject({ max: 1 });
    await only.close();
  });

  it.each([
    ['no limit', 0],
    ['a limit beyond the machine’s memory', 2 ** 62],
  ])('is as many as the machine’s memory holds where its container has %s', async (_, limit) => {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(limit);
    const sessionBytes = Math.floor(totalmem() * 0.75);
    const backend = createSandbox({
      ...scriptedBackend(['x']),
      name: `whole ${limit}`,
      sessionBytes,
    });
    const only = await backend.open();
    const { opening, wait } = await openLater(backend);
    expect(wait).toEqual({ max: 1, waiting: 1 });
    await only.close();
    await opening;
  });

  it('keeps the place of a session that lost its child: it comes back while others wait', async () => {
    const own = scriptedBackend(['x\n'], { steps: () => ['x\n', 'y\n'] });
    const backend = createSandbox({ ...own, name: 'lost' }, { maxSessions: 1 });
    const session = await backend.open();
    await session.execute('');
    const { opening } = await openLater(backend);
    await own.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    expect((await session.execute('')).stdout).toBe('y\n');
    expect(own.starts).toHaveLength(2);
    await session.close();
    await opening;
  });

  it('warns once who waits and does not hear of it', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const [backend] = backendsOf(1);
    const first = await backend?.open();
    const next = [backend?.open(), backend?.open()];
    await first?.close();
    for (const opening of next) await (await opening)?.close();
    expect(warnings.mock.calls).toEqual([
      [expect.stringMatching(/^All 1 sessions of kind \d+ .*\(maxSessions\)/), 'RlmWarning'],
    ]);
  });

  it('holds within a pool too, for no longer than one waits there', async () => {
    const [backend = scripted()] = backendsOf(1);
    const pool = createSandboxPool(backend, { max: 2, waitMs: 1 });
    const first = await pool.open();
    await expect(pool.open()).rejects.toMatchObject({
      code: 'pool_timeout',
      message: expect.stringContaining('all 1 are in use (maxSessions)') as string,
    });
    await first.close();
    // Neither place is lost.
    for (let time = 0; time < 2; time++) await (await pool.open()).close();
  });

  it('sends away who is aborted, and who comes later is not held up', async () => {
    const [backend] = backendsOf(1);
    const first = await backend?.open();
    const stop = new AbortController();
    const waits = backend?.open({
      abortSignal: stop.signal,
      onWait: () => stop.abort(new Error('enough')),
    });
    await expect(waits).rejects.toThrow('enough');
    const { opening } = await openLater(backend);
    await first?.close();
    await opening;
  });

  it.for<[string, (options?: { readonly maxSessions?: number }) => SandboxBackend, string]>([
    ['quickjs', quickjs, ''],
    ['pyodide', pyodide, ''],
    ['cpython', cpython, python.ok ? '' : python.reason],
  ])(
    'is an option of %s(), whose sessions have a measured size, and one count for all its backends',
    async ([, make, reason], { skip }) => {
      if (reason !== '') skip(reason);
      const session = await openAtOnce(make({ maxSessions: 1 }));
      const { opening } = await openLater(make({ maxSessions: 1 }));
      // A machine that holds one.
      vi.spyOn(process, 'constrainedMemory').mockReturnValue(1);
      const { opening: next, wait } = await openLater(make({}));
      expect(wait).toMatchObject({ max: 1 });
      expect((await session.execute('print(1)')).stdout).toBe('1\n');
      await session.close();
      await Promise.all([opening, next]);
    },
  );
});
