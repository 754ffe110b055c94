import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { cpython, unsafeCpython } from '../../src/cpython/index.js';
import { beginCell } from '../support/begin-cell.js';
import { describeWhere } from '../support/describe-where.js';
import { startHost } from '../support/killed-host.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

const entry = fileURLToPath(new URL('../../src/cpython/index.ts', import.meta.url));
const backends = [
  { name: 'cpython', create: cpython, probe: await cpython().probe() },
  { name: 'unsafeCpython', create: unsafeCpython, probe: await unsafeCpython().probe() },
] as const;

for (const { name, create, probe } of backends) {
  describeWhere(probe, `${name}: lifetime`, () => {
    it('ends its guests, idle and busy, when the host is killed', async () => {
      const host = await startHost(entry, `${name}()`);
      expect(host.guests.length).toBeGreaterThanOrEqual(2);
      host.child.kill('SIGKILL');
      expect(await waitUntilGone(host.guests)).toEqual([]);
      await host.remove();
    });

    it('leaves no process behind after close, whatever the guest was doing', async () => {
      const before = new Set((await descendants(process.pid)).map((mark) => mark.pid));
      const [idle, busy, fresh] = await Promise.all([
        create().open(),
        create().open(),
        create().open(),
      ]);
      await idle.execute('x = 1');
      const { running } = await beginCell(busy, 'print("on")\nsum(range(10**13))');
      const guests = (await descendants(process.pid)).filter((mark) => !before.has(mark.pid));
      expect(guests.length).toBeGreaterThanOrEqual(3);
      await Promise.all([idle, busy, fresh].map((session) => session.close()));
      expect((await running).outcome).toBe('aborted');
      expect(await waitUntilGone(guests)).toEqual([]);
      await idle.close();
    });
  });
}
