import { describe, expect, it } from 'vitest';

import type { ScriptedStep } from '../../src/scripted/index.js';
import { createSandbox } from '../../src/index.js';
import { createSandboxPool, type SandboxBackend } from '../../src/index.js';
import { deafen, scriptedBackend } from './support/scripted-backend.js';

/** A cell that hung may run again, with the time of the session. */
const limits = { cellMs: 3_000, graceMs: 20 };

/** The time of a call whose cell hangs; all others have as long as a slow machine may take. */
const hanging = { timeoutMs: 50 };
const steps: readonly ScriptedStep[] = [
  { variables: { x: 1 } },
  { variables: { x: 2 }, hangs: true },
  { variables: { x: 3 } },
];

const backend = (snapshot: boolean): SandboxBackend =>
  createSandbox(scriptedBackend(steps, { snapshot }));

describe('undo', () => {
  it.each([
    ['with snapshots: to before the cell, of which a snapshot was taken since', true],
    ['without snapshots: by replay', false],
  ])('goes back %s', async (_, snapshot) => {
    const session = await backend(snapshot).open({ limits });
    await session.execute('first');
    const { outcome, session: state } = await session.execute('second', hanging);
    expect([outcome, state]).toEqual(['timeout', 'kept']);
    expect(await session.get('x')).toBe(2);
    expect(await session.undo?.()).toBe('replayed');
    expect(await session.get('x')).toBe(1);
    expect(await session.undo?.()).toBe('kept');
    // The cell passes its number to the next.
    if (snapshot) expect((await session.snapshot?.())?.cells).toBe(1);
    await session.close();
  });

  it('goes back to the snapshot from which the session was opened', async () => {
    const first = await backend(true).open({ limits });
    await first.execute('first');
    const snapshot = await first.snapshot?.();
    await first.close();
    if (snapshot === undefined) throw new Error('expected a snapshot');
    const session = await backend(true).open({ limits, snapshot });
    await session.execute('second', hanging);
    expect(await session.undo?.()).toBe('restored');
    expect(await session.get('x')).toBe(1);
    await session.close();
    await expect(backend(false).open({ limits, snapshot })).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  it('says that the variables are lost where the log was too large to be kept', async () => {
    const session = await backend(false).open({ limits });
    await session.execute('first');
    const text = 'x'.repeat(20 * 1024 * 1024);
    for (let count = 0; count < 3; count++) await session.set('context', text);
    await session.execute('second', hanging);
    expect(await session.undo?.()).toBe('lost');
    expect((await session.variables()).map(({ name }) => name)).toEqual(['context']);
    await session.close();
  });

  it('has nothing to do where the guest went with its cell', async () => {
    const played = scriptedBackend(steps, { change: deafen });
    const session = await createSandbox(played).open({ limits });
    await session.execute('first');
    expect((await session.execute('second', hanging)).session).toBe('replayed');
    expect(await session.undo?.()).toBe('replayed');
    expect(await session.get('x')).toBe(1);
    await session.close();
  });

  it('is passed on by a pool, as are the build and the time of cells', async () => {
    const pool = createSandboxPool(backend(true));
    expect(await pool.build?.()).toBe('1');
    const session = await pool.open({ limits });
    await session.execute('first');
    await session.execute('second', hanging);
    expect(session.guestMs).toBeGreaterThan(40);
    expect(await session.undo?.()).toBe('replayed');
    await session.close();
    await pool.close();
  });
});
