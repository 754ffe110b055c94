import { spawnSync } from 'node:child_process';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@rlm/config/eventually';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { RunStore } from '../../src/index.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { effect, written } from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let lock: string;
let store: RunStore;
let remove: () => Promise<void>;
beforeEach(async () => {
  let folder: string;
  ({ folder, remove } = await temporaryFolder());
  lock = join(folder, 'run.lock');
  store = jsonlStore({ folder, sync: false });
  await written(store, 'run', [effect(1, 'a')]);
});
afterEach(async () => {
  vi.useRealTimers();
  await remove();
});

const ended = spawnSync(process.execPath, ['-e', '']).pid;
const held = { by: 'other', pid: process.pid, host: hostname(), since: 5 };

describe('the lock of a run', () => {
  it('is held by a process that is alive', async () => {
    await writeFile(lock, JSON.stringify(held));
    const { pid, host, since } = held;
    await expect(store.open('run')).rejects.toMatchObject({
      code: 'journal_locked',
      message: expect.stringContaining(
        `process ${pid} on ${host}, since 1970-01-01T00:00:00.005Z`,
      ) as string,
      details: { runId: 'run', pid, host, since },
    });
  });

  it('is named by create as well, where another process is about to make the run', async () => {
    await writeFile(lock.replace('run.lock', 'new.lock'), JSON.stringify(held));
    await expect(store.create({ runId: 'new' })).rejects.toMatchObject({ code: 'journal_locked' });
  });

  it('is left over where its process is gone', async () => {
    await writeFile(lock, JSON.stringify({ ...held, pid: ended }));
    const journal = await store.open('run');
    expect(journal.runId).toBe('run');
    await journal.close();
  });

  it('is held by a process of another machine, of which nothing is known', async () => {
    await writeFile(lock, JSON.stringify({ ...held, pid: ended, host: 'another' }));
    await expect(store.open('run')).rejects.toMatchObject({ code: 'journal_locked' });
  });

  it('is held where it cannot be read', async () => {
    await writeFile(lock, '');
    await expect(store.open('run')).rejects.toMatchObject({ code: 'journal_locked' });
  });

  it('is left over where it was not touched for 10 seconds', async () => {
    await writeFile(lock, JSON.stringify({ ...held, host: 'another' }));
    const touched = (secondsAgo: number): Promise<void> => {
      const time = Date.now() / 1000 - secondsAgo;
      return utimes(lock, time, time);
    };
    await touched(9);
    await expect(store.open('run')).rejects.toMatchObject({ code: 'journal_locked' });
    await touched(11);
    await (await store.open('run')).close();
  });

  it('is touched every 2 seconds, until it belongs to another', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const journal = await store.open('run');
    const longAgo = new Date(1_000_000);
    const { mtimeMs } = await import('node:fs').then(({ statSync }) => statSync(lock));
    expect(Date.now() - mtimeMs).toBeLessThan(10_000);
    await utimes(lock, longAgo, longAgo);
    vi.advanceTimersByTime(2_000);
    const { statSync } = await import('node:fs');
    await eventually(() => {
      expect(statSync(lock).mtimeMs).toBeGreaterThan(longAgo.getTime());
    });
    await writeFile(lock, JSON.stringify(held));
    await journal.close();
    expect(JSON.parse(await readFile(lock, 'utf8'))).toEqual(held);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of a run that there is not keeps nobody from hearing that', async () => {
    await writeFile(lock.replace('run.lock', 'none.lock'), JSON.stringify(held));
    await expect(store.open('none')).rejects.toMatchObject({ code: 'journal_not_found' });
    const nowhere = jsonlStore({ folder: join(lock, '..', 'nowhere') });
    await expect(nowhere.open('run')).rejects.toMatchObject({ code: 'journal_not_found' });
  });
});
