import { describe, expect, it } from 'vitest';

import { beginCell } from '../support/begin-cell.js';
import { openPython } from './support/open-python.js';

/** What keeps the event loop alive, of the kinds that a worker or a child process brings. */
const holds = (): number =>
  process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort|Process|Pipe/.test(name))
    .length;

describe('the life of a Python session', () => {
  it('does not keep the host process alive while it is idle', async () => {
    const before = holds();
    const session = await openPython({ functions: { wait: () => Promise.resolve(1) } });
    // What an earlier test left to end may end meanwhile.
    const idle = holds();
    expect(idle).toBeLessThanOrEqual(before);
    const running = session.execute('print(wait())');
    await new Promise((resolve) => setImmediate(resolve));
    expect(holds()).toBeGreaterThan(idle);
    await running;
    expect(holds()).toBeLessThanOrEqual(before);
    await session.set('x', 'a'.repeat(100_000));
    await session.get('x');
    await session.variables();
    await session.snapshot?.();
    expect(holds()).toBeLessThanOrEqual(before);
    await session.close();
  });

  it('ends with close, also in the middle of a cell, and twice', async () => {
    const session = await openPython();
    const { running } = await beginCell(session, 'print("on")\nwhile True: pass');
    await session.close();
    await session.close();
    expect((await running).outcome).toBe('aborted');
    await expect(session.execute('1')).rejects.toMatchObject({ code: 'session_closed' });
  });

  it('ends a cell when its signal is aborted, and keeps the variables', async () => {
    const session = await openPython();
    await session.execute('kept = 1');
    const controller = new AbortController();
    const code = 'print("on")\nwhile True: pass';
    const { running } = await beginCell(session, code, controller.signal);
    controller.abort();
    expect(await running).toMatchObject({ outcome: 'aborted', session: 'kept' });
    expect((await session.execute('print(kept)')).stdout).toBe('1\n');
    await session.close();
  });

  it('leaves no memory behind that grows with the number of sessions', async () => {
    const open = async (): Promise<void> => {
      const session = await openPython();
      await session.execute('x = 1');
      await session.close();
    };
    for (let count = 0; count < 2; count++) await open();
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 3; count++) await open();
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});
