import { testOptions } from '@rlm/config/options-suite';
import { InvalidOptionError } from '@rlm/kernel';

import { decide, forkRun, memoryStore } from '../src/index.js';
import { jsonlStore } from '../src/jsonl/index.js';
import { toArray } from '../src/store/to-array.js';
import { redisStore } from '../src/bullmq/index.js';
import { sqliteStore } from '../src/sqlite/index.js';

const connection = { host: '127.0.0.1', port: 1 };
const store = memoryStore();
await (await store.create({ runId: 'run' })).close();
const line = { t: 'wait', step: 1, key: '/1/approval/h#0', request: 1 } as const;
const forkable = await store.create({ runId: 'forkable' });
await forkable.stream('').append(line);
await forkable.close();

testOptions(
  {
    jsonlStore: {
      call: jsonlStore,
      right: { folder: '/nowhere', sync: false },
      wrong: [
        [{ folder: '' }, 'folder', 'got ""'],
        [{ folder: undefined }, 'folder', 'got undefined'],
        [{ sync: 1 }, 'sync', 'got 1'],
      ],
    },
    sqliteStore: {
      call: sqliteStore,
      right: { file: '/nowhere/runs.db', driver: 'libsql' },
      wrong: [
        [{ file: 5 }, 'file', 'got 5'],
        [{ driver: 'sqlite3' }, 'driver', 'got "sqlite3"'],
      ],
    },
    redisStore: {
      call: redisStore,
      right: { connection, prefix: 'mine' },
      wrong: [
        [{ connection: 6379 }, 'connection', 'the options of ioredis'],
        [{ prefix: 'a:b' }, 'prefix', 'letters, digits, "_" and "-"'],
      ],
    },
    'store.create': {
      call: async (options) => (await store.create(options)).close(),
      right: { spec: { a: 1 } },
      wrong: [[{ runId: '../x' }, 'runId', 'an id of letters, digits']],
    },
    'store.open': {
      call: async (options) => (await store.open('run', options)).close(),
      right: { takeOver: false },
      wrong: [[{ takeOver: 'yes' }, 'takeOver', 'got "yes"']],
    },
    'store.list': {
      call: async (filter) => toArray(store.list(filter)),
      right: { status: 'open' },
      wrong: [[{ status: 'done' }, 'status', "'running', 'open'"]],
    },
    forkRun: {
      call: async (options) => (await forkRun(store, 'forkable', options)).close(),
      right: { atStep: 1 },
      wrong: [
        [{ atStep: '1' }, 'atStep', 'got "1"'],
        [{ atStep: undefined }, 'atStep', 'got undefined'],
        [{ reply: 5 }, 'reply', 'got 5'],
        [{ reply: 'x' }, 'reply', '"forkable" has no model reply in step'],
        [{ runId: '../x' }, 'runId', 'an id of letters, digits'],
      ],
    },
    decide: {
      call: (decision) => decide(store, 'forkable', decision),
      right: { key: line.key, value: true },
      wrong: [
        [{ key: '' }, 'key', 'got ""'],
        [{ value: undefined }, 'value', 'JSON data: texts, finite numbers'],
        [
          { value: { at: [new Date(0)] } },
          'value',
          'value.at[0] is a Date, which JSON would change',
        ],
      ],
    },
  },
  InvalidOptionError,
);
