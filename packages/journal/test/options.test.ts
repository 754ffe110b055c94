import { testOptions } from '@rlm/config/options-suite';
import { InvalidOptionError } from '@rlm/kernel';

import { decide, forkRun, memoryStore } from '../src/index.js';
import { jsonlStore } from '../src/jsonl/index.js';
import { toArray } from '../src/store/to-array.js';
import { bullmqExecutor, redisStore } from '../src/bullmq/index.js';
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
        [{ folder: '' }, 'folder: expected text that is not empty, got ""'],
        [{ folder: undefined }, 'folder: expected text that is not empty, got undefined'],
        [{ sync: 1 }, 'sync: expected true or false, got 1'],
      ],
    },
    sqliteStore: {
      call: sqliteStore,
      right: { file: '/nowhere/runs.db', driver: 'libsql' },
      wrong: [
        [{ file: 5 }, 'file: expected text that is not empty, got 5'],
        [{ driver: 'sqlite3' }, "driver: expected 'node:sqlite' or 'libsql', got \"sqlite3\""],
      ],
    },
    redisStore: {
      call: redisStore,
      right: { connection, prefix: 'mine' },
      wrong: [
        [{ connection: 6379 }, 'connection: expected the options of ioredis'],
        [{ prefix: 'a:b' }, 'prefix: expected letters, digits, "_" and "-"'],
      ],
    },
    bullmqExecutor: {
      call: bullmqExecutor,
      right: { connection, lanes: ['sub-query'], attempts: 2 },
      wrong: [
        [{ lanes: 'sub-query' }, 'lanes: expected a list'],
        [{ attempts: 0 }, 'attempts: expected a whole number from 1, got 0'],
      ],
    },
    'store.create': {
      call: async (options) => (await store.create(options)).close(),
      right: { spec: { a: 1 } },
      wrong: [[{ runId: '../x' }, 'runId: expected an id of letters, digits']],
    },
    'store.open': {
      call: async (options) => (await store.open('run', options)).close(),
      right: { takeOver: false },
      wrong: [[{ takeOver: 'yes' }, 'takeOver: expected true or false, got "yes"']],
    },
    'store.list': {
      call: async (filter) => toArray(store.list(filter)),
      right: { status: 'open' },
      wrong: [[{ status: 'done' }, "status: expected 'running', 'open'"]],
    },
    forkRun: {
      call: async (options) => (await forkRun(store, 'forkable', options)).close(),
      right: { atStep: 1 },
      wrong: [
        [{ atStep: '1' }, 'atStep: expected a whole number from 1, got "1"'],
        [{ atStep: undefined }, 'atStep: expected a whole number from 1, got undefined'],
        [{ reply: 5 }, 'reply: expected text, got 5'],
        [
          { reply: 'x' },
          'reply: cannot replace a reply: run "forkable" has no model reply in step',
        ],
        [
          { runId: 'run' },
          'runId: run "run" already exists. Open it with store.open("run"), or choose another id.',
        ],
      ],
    },
    decide: {
      call: (decision) => decide(store, 'forkable', decision),
      right: { key: line.key, value: true },
      wrong: [
        [{ key: '' }, 'key: expected text that is not empty, got ""'],
        [{ value: undefined }, 'value: expected JSON data: texts, finite numbers'],
        [
          { value: { at: [new Date(0)] } },
          'plain objects; value.at[0] is a Date, which JSON would change',
        ],
        [{ key: 'other' }, 'key: expected the key of a decision'],
      ],
    },
  },
  InvalidOptionError,
);
