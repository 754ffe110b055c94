import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { monty } from '../../src/monty/index.js';
import { beginCell } from '../support/begin-cell.js';
import { startHost } from '../support/killed-host.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';
import { describeWhere } from '../support/describe-where.js';

const entry = fileURLToPath(new URL('../../src/monty/index.ts', import.meta.url));
const probe = await monty().probe();

describeWhere(probe, 'monty: lifetime', () => {
  it('ends its workers, idle and busy, when the host is killed', async () => {
    const host = await startHost(entry, 'monty()');
    expect(host.guests.length).toBeGreaterThanOrEqual(2);
    host.child.kill('SIGKILL');
    expect(await waitUntilGone(host.guests)).toEqual([]);
    await host.remove();
  });

  it('leaves no process behind after close, whatever the worker was doing', async () => {
    const before = new Set((await descendants(process.pid)).map((mark) => mark.pid));
    const idle = await monty().open();
    const busy = await monty().open();
    await idle.execute('x = 1');
    const { running } = await beginCell(busy, 'print("on")\nwhile True: pass');
    const guests = (await descendants(process.pid)).filter((mark) => !before.has(mark.pid));
    expect(guests.length).toBeGreaterThanOrEqual(2);
    await Promise.all([idle.close(), busy.close()]);
    expect((await running).outcome).toBe('aborted');
    expect(await waitUntilGone(guests)).toEqual([]);
    await idle.close();
  });
});
