import { redisStore } from '@rlm/journal/bullmq';
import {
  defineStore,
  lastOf,
  type LogBackend,
  readTexts,
  type RunLog,
  runNotFound,
} from '@rlm/journal/define';
import { removeRuns, type RunStore } from '@rlm/journal';

import { silence } from './runs.js';
import type { Hook, Row, Rows } from './row.js';

const queueTold = 'needs a Redis: told by diagnosing(), as RedisStoreOptions.onDiagnostic is';

/** A backend in memory, of which the methods of `own` and of its logs are replaced. */
function backendWith(own: Partial<LogBackend>, ofLog: Partial<RunLog>): LogBackend {
  const runs = new Map<string, string[]>();
  const blobs = new Map<string, Uint8Array>();
  const find = (runId: string): string[] => {
    const texts = runs.get(runId);
    if (texts === undefined) throw runNotFound(runId);
    return texts;
  };
  const logOf = (runId: string): RunLog => {
    const write = ({ texts }: { readonly texts: readonly string[] }): Promise<boolean> => {
      find(runId).push(...texts);
      return Promise.resolve(true);
    };
    return {
      read: () => Promise.resolve(readTexts(runId, find(runId))),
      append: write,
      appendOpen: write,
      writeBlob: (hash, bytes) => {
        blobs.set(hash, bytes);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
      ...ofLog,
    };
  };
  return {
    create: (runId, _owner, texts) => {
      runs.set(runId, [...texts]);
      return Promise.resolve(logOf(runId));
    },
    open: (runId) => Promise.resolve(logOf(runId)),
    read: (runId) => Promise.resolve(readTexts(runId, find(runId))),
    readBlob: ({ blob }) => Promise.resolve(blobs.get(blob)),
    async *list() {
      for (const [runId, texts] of runs) {
        yield await Promise.resolve({ runId, ...lastOf(texts) });
      }
    },
    remove: (runId) => {
      runs.delete(runId);
      return Promise.resolve();
    },
    ...own,
  };
}

type Use = (store: RunStore) => Promise<unknown>;

const rowOf = (use: Use, parts: (hook: Hook) => LogBackend): Row => ({
  answer: 'late',
  run: (hook) => Promise.race([use(defineStore(parts(hook))), silence()]),
  seen: { 'never settles': /silence/ },
});

/** A backend of which a method is a hook. */
const backend = (method: keyof LogBackend, use: Use): Row =>
  rowOf(use, (hook) => backendWith({ [method]: hook }, {}));

/** A log of which a method is a hook. */
const log = (method: keyof RunLog, use: Use): Row =>
  rowOf(use, (hook) => backendWith({}, { [method]: hook }));

const create: Use = (store) => store.create({ runId: 'run' });

const open: Use = async (store) => {
  const journal = await store.create({ runId: 'run' });
  await journal.close();
  return store.open('run');
};

const read: Use = async (store) => {
  await store.create({ runId: 'run' });
  return store.open('run', { readOnly: true });
};

/** The records of a backend, of which a method is a hook. */
const records = (method: 'read' | 'write', use: Use): Row =>
  rowOf(use, (hook) => {
    const own = { read: () => Promise.resolve(undefined), write: () => Promise.resolve(true) };
    return backendWith({ records: { ...own, [method]: hook } }, {});
  });

const list: Use = (store) => removeRuns(store, { olderThanMs: 0 });

const remove: Use = async (store) => {
  await store.create({ runId: 'run' });
  await store.remove('run');
};

/** Writes a value that is kept in a blob, and reads it again. */
const writeAndRead: Use = async (store) => {
  const journal = await store.create({ runId: 'run' });
  await journal.stream('').append({
    t: 'effect',
    step: 1,
    key: '/1/mine/0#0',
    kind: 'mine',
    value: 'x'.repeat(40_000),
  });
  await journal.close();
  const again = await store.open('run');
  const blobs = again
    .stream('')
    .recorded.flatMap((line) =>
      line.t === 'effect' && line.blob !== undefined ? [line.blob] : [],
    );
  return Promise.all(blobs.map((blob) => again.readBlob(blob)));
};

/** The hooks of `@rlm/journal/define`. */
export const journalRows: Rows = {
  'BullmqQueueOptions.onDiagnostic': queueTold,
  'RedisStoreOptions.onDiagnostic': {
    answer: 'told',
    run: (hook) => {
      // Nobody is there: the store says so, and refuses.
      const connection = { host: '127.0.0.1', port: 1 };
      const made = redisStore({ connection, onDiagnostic: hook }).create({ runId: 'run' });
      return made.catch(() => 'refused');
    },
  },
  'BackendRecords.read': records('read', async (store) => store.records?.read('a')),
  'BackendRecords.write': records('write', async (store) =>
    store.records?.write('a', 'text', undefined),
  ),
  'LogBackend.create': backend('create', create),
  'LogBackend.list': { ...backend('list', list), answer: 'now', seen: {} },
  'LogBackend.open': backend('open', open),
  'LogBackend.read': backend('read', read),
  'LogBackend.readBlob': backend('readBlob', writeAndRead),
  'LogBackend.remove': backend('remove', remove),
  'RunLog.append': log('append', writeAndRead),
  'RunLog.appendOpen': log('appendOpen', open),
  'RunLog.close': log('close', writeAndRead),
  'RunLog.read': log('read', open),
  'RunLog.writeBlob': log('writeBlob', writeAndRead),
  'RunRecords.isGone': 'is StoreSurroundings.isGone, called safely',
  'StoreSurroundings.isGone': {
    answer: 'now',
    run(hook) {
      const records = {
        read: () => Promise.resolve(undefined),
        write: () => Promise.resolve(true),
      };
      const store = defineStore(backendWith({ records }, {}), { isGone: hook });
      return store.records?.isGone({ pid: 1, host: 'here' }, 0);
    },
  },
};
