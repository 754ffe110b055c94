import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { findCommand } from '../../src/process/find-command.js';
import { findGuestUser, giveOwnUser, inOwnUsers } from '../../src/process/walls/guest-user.js';
import { describeWhere } from '../support/describe-where.js';

const unshare = findCommand('unshare');
const hasOwn = process.platform === 'linux' && findGuestUser() === 'own' && unshare !== undefined;

/** A program that prints its users, begun in a namespace of its own. */
function start() {
  const [command = '', ...args] = inOwnUsers(unshare ?? '', 3);
  const show = [...args, '/bin/sh', '-c', 'cat /proc/self/uid_map; ls /proc/self/fd/3'];
  const child = spawn(command, show, { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  return { child, socket: child.stdio[3] as Duplex, printed: text(child.stdio[1] as Duplex) };
}

describeWhere(
  hasOwn ? { ok: true } : { ok: false, reason: 'only a guest of root has a user of its own' },
  'users of a guest whose host is root',
  () => {
    it('are root, and one that is nobody else; it has no socket for them any more', async () => {
      const { child, socket, printed } = start();
      giveOwnUser(child.pid ?? 0, socket, expect.unreachable);
      const [root, guest, ...others] = (await printed).trim().split('\n');
      expect(root?.trim()).toMatch(/^0 +0 +1$/);
      expect(guest?.trim()).toMatch(/^65534 +\d+ +1$/);
      expect(others).toEqual([]);
    });

    it('are awaited in vain if the host ends: nothing is run', async () => {
      const { child, socket, printed } = start();
      await once(socket, 'data');
      socket.destroy();
      expect(await once(child, 'exit')).toEqual([1, null]);
      expect(await printed).toBe('');
    });

    it('need the command unshare', async ({ skip }) => {
      const bubblewrap = findCommand('bwrap') ?? skip('there is no command bwrap');
      const folder = mkdtempSync(join(tmpdir(), 'rlm-no-unshare-'));
      const path = process.env['PATH'];
      symlinkSync(bubblewrap, join(folder, 'bwrap'));
      process.env['PATH'] = folder;
      const probe = await cpython().probe();
      process.env['PATH'] = path;
      rmSync(folder, { recursive: true });
      expect(probe).toMatchObject({ ok: false, reason: 'there is no command unshare' });
    });
  },
);
