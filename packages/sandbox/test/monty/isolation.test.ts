import { readFile, readdir, readlink } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { findCommand } from '../../src/os/find-command.js';
import { monty } from '../../src/monty/index.js';
import { describeWhere } from '../support/describe-where.js';
import { descendants } from '../support/process-tree.js';

describeWhere(await monty().probe(), 'monty: walls', () => {
  it('has bubblewrap and the filter behind it where they are there', async ({ skip }) => {
    if (findCommand('bwrap') === undefined) skip('there is no command bwrap');
    const before = new Set((await descendants(process.pid)).map((mark) => mark.pid));
    const session = await monty().open();
    const guests = (await descendants(process.pid)).filter((mark) => !before.has(mark.pid));
    const comms = await Promise.all(
      guests.map(async ({ pid }) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')),
    );
    const worker = guests[comms.indexOf('monty\n')]?.pid ?? 0;

    const status = await readFile(`/proc/${worker}/status`, 'utf8');
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    for (const kind of ['net', 'pid', 'mnt', 'user', 'ipc']) {
      const [its, ours] = await Promise.all([
        readlink(`/proc/${worker}/ns/${kind}`),
        readlink(`/proc/self/ns/${kind}`),
      ]);
      expect(its, kind).not.toBe(ours);
    }
    expect(await readdir(`/proc/${worker}/root`)).not.toContain('proc');
    expect(await readFile(`/proc/${worker}/environ`, 'utf8')).toMatch(/^(PWD=\/\0)?$/);
    await session.close();
  });
});
