import { lstat, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import { afterEach, expect, it, vi } from 'vitest';

import { type SpawnedProcess, startInTurn } from '../../src/process/spawn.js';
import { linux } from '../support/isolation-suite.js';
import { descendants } from '../support/process-tree.js';

/** A process that hears of stops by a file, and the path of that file as it sees it. */
async function start(): Promise<{ readonly process: SpawnedProcess; readonly path: string }> {
  const before = new Set((await descendants(process.pid)).map(({ pid }) => pid));
  const command = { command: '/bin/sleep', args: ['60'], env: {}, stops: 'file' } as const;
  const started = await startInTurn(command);
  const own = (await descendants(process.pid)).find(({ pid }) => !before.has(pid));
  return { process: started, path: `/proc/${own?.pid}/fd/4` };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

it.skipIf(!linux)(
  'a process reads the id of the cell that is to stop from a file, which it cannot write',
  async () => {
    const { process, path } = await start();
    try {
      expect(await readlink(path)).toMatch(/^\/.*\/rlm-\S+ \(deleted\)$/);
      // May it be written?
      expect((await lstat(path)).mode & 0o200).toBe(0);
      expect((await readFile(path)).readUInt32LE()).toBe(0);
      process.stop(7);
      expect((await readFile(path)).readUInt32LE()).toBe(7);
    } finally {
      await process.kill();
    }
    // Has no effect any more.
    process.stop(8);
  },
);

it.skipIf(!linux)('the file is in memory where no temporary file can be made', async () => {
  vi.stubEnv('TMPDIR', '/nowhere');
  expect(tmpdir()).toBe('/nowhere');
  const { process, path } = await start();
  try {
    expect(await readlink(path)).toContain('/dev/shm/');
  } finally {
    await process.kill();
  }
});
