import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryStore, type RunStore } from '@rlm/journal';
import { redisStore } from '@rlm/journal/bullmq';
import { jsonlStore } from '@rlm/journal/jsonl';
import { sqliteStore } from '@rlm/journal/sqlite';

import { noRedis, startRedis } from '../../../journal/test/support/redis-server.js';

interface KeptStore extends AsyncDisposable {
  readonly store: RunStore;
}

/** A store in a folder of its own, which is gone with it. */
async function inFolder(make: (folder: string) => RunStore): Promise<KeptStore> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-golden-'));
  return {
    store: make(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The stores in which runs can be resumed. */
export const stores: readonly {
  readonly name: string;
  /** What this machine lacks for it. */
  readonly lacks?: string | undefined;
  readonly open: () => Promise<KeptStore>;
}[] = [
  {
    name: 'memory',
    open: () =>
      Promise.resolve({ store: memoryStore(), [Symbol.asyncDispose]: () => Promise.resolve() }),
  },
  { name: 'jsonl', open: () => inFolder((folder) => jsonlStore({ folder, sync: false })) },
  {
    name: 'sqlite',
    open: () => inFolder((folder) => sqliteStore({ file: join(folder, 'runs.db') })),
  },
  {
    name: 'redis',
    lacks: noRedis,
    open: async () => {
      const server = await startRedis();
      const store = redisStore({ connection: server.connection });
      return {
        store,
        async [Symbol.asyncDispose]() {
          await store.close();
          await server.stop();
        },
      };
    },
  },
];
