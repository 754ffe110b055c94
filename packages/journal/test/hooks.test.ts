import { testHooks, type HookRun } from '@rlm/config/hooks-suite';

import type { BlobRef } from '@rlm/kernel';
import { redisStore } from '../src/bullmq/index.js';
import { defineStore, type LogBackend, type RunLog } from '../src/define/index.js';
import { forkRun, memoryStore, removeRuns, type RunStore } from '../src/index.js';
import { MemoryBackend } from '../src/memory/memory-store.js';

type Use = (store: RunStore) => Promise<unknown>;

/** A store over a backend of which a method is the hook. */
const backend =
  (method: keyof LogBackend, use: Use): HookRun =>
  (hook) =>
    use(defineStore(Object.assign(new MemoryBackend(), { [method]: hook })));

/** A store over a backend whose logs have a method that is the hook. */
const log =
  (method: keyof RunLog, use: Use): HookRun =>
  (hook) => {
    class Broken extends MemoryBackend {
      override async create(...args: Parameters<LogBackend['create']>): Promise<RunLog> {
        return { ...((await super.create(...args)) as RunLog), [method]: hook };
      }
      override async open(...args: Parameters<LogBackend['open']>): Promise<RunLog> {
        return { ...(await super.open(...args)), [method]: hook };
      }
    }
    return use(defineStore(new Broken()));
  };

const create: Use = (store) => store.create({ runId: 'run' });

const reopen: Use = async (store) => {
  await ((await create(store)) as { close(): Promise<void> }).close();
  return store.open('run');
};

/** Writes a value that is kept in a blob, and reads it again. */
const keep: Use = async (store) => {
  const journal = await store.create({ runId: 'run' });
  const line = { t: 'effect', step: 1, key: 'k', kind: 'mine', value: 'x'.repeat(40_000) } as const;
  await journal.stream('').append(line);
  await journal.close();
  const again = await store.open('run');
  const [written] = again.stream('').recorded;
  return again.readBlob((written as { readonly blob: BlobRef }).blob);
};

const forget: Use = (store) => removeRuns(store, { olderThanMs: 0, statuses: ['open'] });

const remove: Use = async (store) => {
  await create(store);
  return store.remove('run');
};

/** A store of the caller's own, of which a method is the hook. */
const store =
  (method: keyof RunStore, use: Use): HookRun =>
  async (hook) => {
    const kept = memoryStore();
    const journal = await kept.create({ runId: 'run' });
    await journal.stream('').append({ t: 'effect', step: 1, key: 'k', kind: 'mine', value: 1 });
    await journal.close();
    return use({ ...kept, [method]: hook });
  };

const fork: Use = (kept) => forkRun(kept, 'run', { atStep: 1 });

testHooks({
  awaited: {
    'LogBackend.create': backend('create', create),
    'LogBackend.open': backend('open', reopen),
    'LogBackend.read': backend('read', async (kept) => {
      await create(kept);
      return kept.open('run', { readOnly: true });
    }),
    'LogBackend.readBlob': backend('readBlob', keep),
    'LogBackend.remove': backend('remove', remove),
    'RunLog.append': log('append', keep),
    'RunLog.appendOpen': log('appendOpen', reopen),
    'RunLog.close': log('close', reopen),
    'RunLog.read': log('read', reopen),
    'RunLog.writeBlob': log('writeBlob', keep),
    'RunStore.create': store('create', fork),
    'RunStore.remove': store('remove', forget),
  },
  immediate: {
    'LogBackend.list': backend('list', forget),
    'RunStore.list': store('list', forget),
    'RunStore.read': store('read', fork),
    'StoreSurroundings.isGone': (isGone) =>
      defineStore(new MemoryBackend(), { isGone }).records?.isGone({ pid: 1, host: 'here' }, 0),
  },
  told: {
    'RedisStoreOptions.onDiagnostic': (onDiagnostic) => {
      // Nobody is there: the store says so, and refuses.
      const nobody = redisStore({ connection: { host: '127.0.0.1', port: 1 }, onDiagnostic });
      return nobody.create({ runId: 'run' });
    },
  },
});
