import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  noRedis,
  startRedis,
  type RedisServer,
} from '../../../../packages/journal/test/support/redis-server.js';
import { startServer } from '../models/loopback-server.js';
import { installWithout, linkPackages, type Installed } from '../support/installed.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import type { Ended } from '../support/run-command.js';

const journal = fileURLToPath(new URL('../../../../packages/journal', import.meta.url));
const packages = ['bullmq', 'ioredis'] as const;

let folder: NotesFolder;
let installed: Installed;
beforeEach(async () => {
  folder = await notesFolder();
  installed = await installWithout('@rlm/journal', ...packages);
  // Where npm puts it: in the folder of the command, without what it can do without.
  const own = join(dirname(installed.command), '..', 'node_modules', '@rlm', 'journal');
  await mkdir(own, { recursive: true });
  for (const part of ['dist', 'package.json']) {
    await cp(join(journal, part), join(own, part), { recursive: true });
  }
  await linkPackages(join(journal, 'node_modules'), join(own, 'node_modules'), packages);
});
afterEach(async () => {
  await installed[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const ask = ['ask', 'Which comet?', 'notes', '--planner', '--queue'];
const run = (url: string): Promise<Ended> =>
  folder.rlm([...ask, url], { command: installed.command });
const link = (name: string): Promise<void> =>
  symlink(join(journal, 'node_modules', name), join(installed.modules, name));

describe('rlm --queue, installed globally', () => {
  it('says the exact line for its packages, ioredis named, whichever is missing', async () => {
    const server = await startServer((_request, response) => response.end());
    const url = server.baseUrl.replace(/^http(.*)\/v1$/, 'redis$1');
    try {
      const line = 'npm install --global bullmq@6.7.0 ioredis@6';
      const told = `rlm: --queue needs the packages bullmq and ioredis: ${line}\n`;
      expect(await run(url)).toEqual({ code: 2, stdout: '', stderr: told });
      await link('ioredis');
      expect((await run(url)).stderr).toBe(told);
      await rm(join(installed.modules, 'ioredis'));
      await link('bullmq');
      expect((await run(url)).stderr).toBe(told);
    } finally {
      await server.close();
    }
  });

  it.skipIf(noRedis !== undefined)(
    `finds them beside it${noRedis === undefined ? '' : ` (skipped: ${noRedis})`}`,
    async () => {
      const server: RedisServer = await startRedis();
      try {
        for (const name of packages) await link(name);
        const { host, port } = server.connection;
        const asked = await run(`redis://${host}:${port}`);
        expect(asked).toMatchObject({ code: 0, stdout: `${await folder.onlyId()}\n` });
      } finally {
        await server.stop();
      }
    },
  );
});
