import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { findCommand } from '../../src/process/find-command.js';
import { findGuestUser } from '../../src/process/walls/guest-user.js';
import { type BundledHost, bundleHost } from '../support/bundle-host.mjs';
import { describeWhere } from '../support/describe-where.js';

const entry = fileURLToPath(new URL('../../src/cpython/index.ts', import.meta.url));
const setpriv = findCommand('setpriv');
const isRoot = process.getuid?.() === 0;

const cell = `import threading
end = threading.Event()
threading.stack_size(1 << 16)
started = 0
try:
    while started < 300:
        threading.Thread(target=end.wait, daemon=True).start()
        started += 1
finally:
    end.set()
    print(started)`;

/** As whom the host runs, how many threads its guests may start at most, and what it takes to be that user. */
const hosts = [
  { name: 'this user: 63', most: 63, least: 16, privileges: [] },
  {
    name: 'a user who is not root: 63',
    most: 63,
    least: 16,
    privileges: ['--reuid=65534', '--regid=65534', '--clear-groups'],
  },
  {
    name: 'a root who can become nobody else: none',
    most: 0,
    least: 0,
    privileges: ['--bounding-set=-setuid,-setgid'],
  },
];

describeWhere(await cpython().probe(), 'cpython: threads', () => {
  let host: BundledHost;
  beforeAll(async () => {
    host = await bundleHost(`import { cpython } from ${JSON.stringify(entry)};
const backend = cpython({ python: '/usr/bin/python3', packages: false });
const probe = await backend.probe();
if (probe.ok) {
  const session = await backend.open();
  const { stdout, error } = await session.execute(${JSON.stringify(cell)});
  const after = await session.execute('print(6 * 7)');
  await session.close();
  console.log(JSON.stringify({ probe, started: Number(stdout), error, after: after.stdout }));
} else console.log(JSON.stringify({ probe }));`);
  });
  afterAll(async () => {
    await host.remove();
  });

  it.for(hosts)(
    'a guest starts no more than it may, of $name',
    async ({ privileges, most, least }, { skip }) => {
      if (privileges.length > 0 && !isRoot) skip('only root can run the host as another user');
      if (privileges.length > 0 && setpriv === undefined) skip('there is no command setpriv');
      const node = [process.execPath, '--input-type=module', '-'];
      const [command = '', ...args] =
        privileges.length === 0 ? node : [setpriv ?? '', ...privileges, '--', ...node];
      const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' });
      createReadStream(host.file).pipe(child.stdin);
      const { probe, started, error, after } = JSON.parse(await text(child.stdout)) as {
        probe: { ok: boolean; reason?: string };
        started: number;
        error: { type: string; message: string };
        after: string;
      };
      if (!probe.ok) skip(`as this user: ${String(probe.reason)}`);
      expect(started).toBeLessThanOrEqual(most);
      expect(started).toBeGreaterThanOrEqual(least);
      expect(error.type).toBe('RuntimeError');
      expect(error.message).toContain('few threads');
      expect(after).toBe('42\n');
    },
  );

  it('says what a guest of root may not read, which is a user of its own', async ({ skip }) => {
    if (findGuestUser() !== 'own') skip('only a guest of root has a user of its own');
    const folder = await mkdtemp(join(tmpdir(), 'rlm-private-'));
    const probe = await cpython({ readOnlyPaths: [folder] }).probe();
    await rm(folder, { recursive: true });
    expect(probe).toMatchObject({
      ok: false,
      reason: expect.stringContaining(` not read ${folder}`) as unknown,
      hint: expect.stringContaining('chmod') as unknown,
    });
  });
});
