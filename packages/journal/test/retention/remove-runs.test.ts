import { invalidOption } from '@rlm/config/options-suite';
import { join } from 'node:path';
import { readdir, utimes, writeFile } from 'node:fs/promises';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { memoryStore, removeRuns, type RunStore } from '../../src/index.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { toArray } from '../../src/store/to-array.js';
import { effect, failedEnd, faulty, finalEnd, written } from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const day = 24 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A store with a run of each status that was created 40 days ago, and one that ended yesterday. */
async function withAges(store: RunStore): Promise<RunStore> {
  vi.useFakeTimers({ now: Date.now() - 40 * day, toFake: ['Date'] });
  await written(store, 'ended', [effect(1, 'a')], finalEnd);
  await written(store, 'failed', [faulty(1, 'a')], failedEnd);
  await written(store, 'open', [effect(1, 'a')]);
  await written(store, 'suspended', [{ t: 'wait', step: 1, key: '/1/approval/h#0', request: 1 }]);
  vi.setSystemTime(Date.now() + 39 * day);
  await written(store, 'young', [effect(1, 'a')], finalEnd);
  vi.setSystemTime(Date.now() + day);
  return store;
}

const idsOf = async (store: RunStore): Promise<string[]> =>
  (await toArray(store.list())).map(({ runId }) => runId).sort();

describe('removeRuns', () => {
  it('removes what has ended long ago, and nothing that can go on', async () => {
    const store = await withAges(memoryStore());
    const { removed, failed } = await removeRuns(store, { olderThanMs: 30 * day });
    expect([...removed].sort()).toEqual(['ended', 'failed']);
    expect(failed).toEqual([]);
    expect(await idsOf(store)).toEqual(['open', 'suspended', 'young']);
  });

  it('removes runs of the statuses that are named', async () => {
    const store = await withAges(memoryStore());
    const statuses = ['open', 'suspended', 'ended'] as const;
    await removeRuns(store, { olderThanMs: 0, statuses });
    expect(await idsOf(store)).toEqual(['failed']);
  });

  it('never removes one that is being worked on', async () => {
    const store = memoryStore();
    const journal = await store.create({ runId: 'busy' });
    const { removed } = await removeRuns(store, { olderThanMs: 0, statuses: ['running', 'open'] });
    expect(removed).toEqual([]);
    await journal.close();
  });

  it('says which runs could not be removed, and removes the others', async () => {
    const store = await withAges(memoryStore());
    const locked = new Error('locked');
    const stubborn: RunStore = {
      ...store,
      remove: (runId) => (runId === 'ended' ? Promise.reject(locked) : store.remove(runId)),
    };
    const { removed, failed } = await removeRuns(stubborn, { olderThanMs: 30 * day });
    expect(removed).toEqual(['failed']);
    expect(failed).toEqual([{ runId: 'ended', error: locked }]);
  });

  it('removes what cannot be read when it is asked to', async () => {
    const { folder, remove } = await temporaryFolder();
    try {
      const store = jsonlStore({ folder, sync: false });
      await written(store, 'run', [effect(1, 'a')], finalEnd);
      await writeFile(join(folder, 'bad.jsonl'), 'no journal\n');
      await utimes(join(folder, 'bad.jsonl'), 0, 0);
      expect((await removeRuns(store, { olderThanMs: day })).removed).toEqual([]);
      const { removed } = await removeRuns(store, { olderThanMs: day, statuses: ['corrupt'] });
      expect(removed).toEqual(['bad']);
      expect((await readdir(folder)).sort()).toEqual(['blobs', 'run.jsonl']);
    } finally {
      await remove();
    }
  });

  it('refuses what is no age', async () => {
    const store = memoryStore();
    await expect(removeRuns(store)).rejects.toThrow(
      invalidOption('olderThanMs', 'a number from 0'),
    );
    await expect(removeRuns(store, { olderThanMs: -1 })).rejects.toThrow('olderThanMs');
    const statuses = ['old'] as never;
    await expect(removeRuns(store, { olderThanMs: 1, statuses })).rejects.toThrow('statuses');
  });
});
