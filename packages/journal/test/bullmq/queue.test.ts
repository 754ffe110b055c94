import { eventually } from '@rlm/config/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { bullmqQueue, redisStore } from '../../src/bullmq/index.js';
import { effect, finalEnd, head, infoOf, kinds } from '../../src/testing/cases/material.js';
import { startChild } from '../support/start-child.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;

describe.skipIf(noRedis !== undefined)(`bullmqQueue${note}`, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it('works on the runs of a store, with their journals', async () => {
    const { connection } = server;
    const store = redisStore({ connection });
    for (const runId of ['one', '2']) {
      await (await store.create({ runId, spec: { question: `of ${runId}` } })).close();
    }
    const adding = await bullmqQueue({ connection, store });
    for (const runId of ['one', '2', 'one']) await adding.add(runId);
    const started: unknown[] = [];
    const queue = await bullmqQueue({
      connection,
      store,
      start(journal, spec) {
        started.push(spec);
        journal.begin(head);
        return {
          result: journal
            .stream('')
            .append(effect(1, 'a'))
            .then(() => journal.end(finalEnd)),
        };
      },
    });
    await eventually(async () => {
      expect((await infoOf(store, 'one'))?.status).toBe('ended');
      expect((await infoOf(store, '2'))?.status).toBe('ended');
    });
    expect(started).toEqual([{ question: 'of one' }, { question: 'of 2' }]);
    await Promise.all([adding.close(), queue.close()]);
    await store.close();
  });

  it('gives a run to another process where that of its driver is gone', async () => {
    const { connection } = server;
    const store = redisStore({ connection, prefix: 'second' });
    await (await store.create({ runId: 'run' })).close();
    const adding = await bullmqQueue({ connection, store, prefix: 'second' });
    await adding.add('run');
    const dead = await startChild('queue-child.ts', [String(connection.port), 'second']);
    const said = new Set([await dead.line(), await dead.line()]);
    expect(said).toEqual(new Set(['ready', 'started']));
    expect((await infoOf(store, 'run'))?.status).toBe('running');
    await dead.kill();
    const alive = await bullmqQueue({
      connection,
      store,
      prefix: 'second',
      lockMs: 1_000,
      start: (journal) => ({ result: journal.end(finalEnd) }),
    });
    await eventually(async () => {
      expect((await infoOf(store, 'run'))?.status).toBe('ended');
    });
    expect((await kinds(store, 'run')).filter((kind) => kind === 'open').length).toBe(3);
    await Promise.all([adding.close(), alive.close()]);
    await store.close();
  });

  it('reads a journal once to work on its run', async () => {
    const { connection } = server;
    const prefix = 'third';
    const store = redisStore({ connection, prefix });
    await (await store.create({ runId: 'run', spec: 'a spec' })).close();
    const reads: string[] = [];
    const counted: typeof store = {
      ...store,
      read(runId) {
        reads.push(runId);
        return store.read(runId);
      },
    };
    const specs: unknown[] = [];
    const queue = await bullmqQueue({
      connection,
      store: counted,
      prefix,
      start(journal, spec) {
        specs.push(spec);
        return { result: journal.end(finalEnd) };
      },
    });
    await queue.add('run');
    await eventually(async () => {
      expect((await infoOf(store, 'run'))?.status).toBe('ended');
    });
    await queue.close();
    // To open it is to read it.
    expect([specs, reads]).toEqual([['a spec'], []]);
    await store.close();
  });
});
