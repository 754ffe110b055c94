import { eventually } from '@rlm/config/eventually';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { bullmqQueue, redisStore, type StartedQueue } from '../../src/bullmq/index.js';
import { decide } from '../../src/index.js';
import { effect, finalEnd, head, infoOf } from '../../src/testing/cases/material.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;
const key = '/1/approval/h#0';
const wait = { t: 'wait', step: 1, key, request: 1 } as const;

describe.skipIf(noRedis !== undefined)(`a queue and late decisions${note}`, () => {
  let server: RedisServer;
  let store: ReturnType<typeof redisStore>;
  let prefix: string;
  let prefixes = 0;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    prefix = `d${++prefixes}`;
    store = redisStore({ connection: server.connection, prefix });
    await (await store.create({ runId: 'run' })).close();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await store.close();
  });

  const open = async (
    options: Partial<Parameters<typeof bullmqQueue>[0]>,
  ): Promise<StartedQueue> => {
    const { connection } = server;
    // No sweep finds a run in the time of a test.
    const queue = await bullmqQueue({ connection, store, prefix, sweepMs: 3_600_000, ...options });
    closing.push(() => queue.close());
    return queue;
  };
  const decideIt = (): Promise<void> => decide(store, 'run', { key, value: true });
  const statusIs = (status: string): Promise<void> =>
    eventually(async () => {
      expect((await infoOf(store, 'run'))?.status).toBe(status);
    });

  it.each(['before', 'after'] as const)(
    'goes on with a run that was decided and added %s its job ended',
    async (when) => {
      let starts = 0;
      const queue = await open({
        start(journal) {
          starts += 1;
          if (starts > 1) return { result: journal.end(finalEnd) };
          journal.begin(head);
          const waits = journal.stream('').append(wait);
          // Its job is still at work when the decision is made and the run is added again.
          const decideEarly = async (): Promise<void> => {
            await journal.close();
            await decideIt();
            await queue.add('run');
          };
          return { result: when === 'after' ? waits : waits.then(decideEarly) };
        },
      });
      await queue.add('run');
      if (when === 'after') {
        await statusIs('suspended');
        await decideIt();
        await queue.add('run');
      }
      await statusIs('ended');
      expect(starts).toBe(2);
    },
  );

  it('lets a run wait that another call of it outlived for a moment: no attempt has failed', async () => {
    let starts = 0;
    const failed: unknown[] = [];
    const queue = await open({
      start(journal) {
        starts += 1;
        journal.begin(head);
        const lines = [wait, effect(1, 'late')].map((line) => journal.stream('').append(line));
        return { result: Promise.all(lines) };
      },
      onDiagnostic: (diagnostic) => failed.push(diagnostic),
    });
    await queue.add('run');
    await statusIs('suspended');
    await queue.close();
    expect([starts, failed, await queue.failed().catch(() => [])]).toEqual([1, [], []]);
  });

  it('does not forget a run that is decided while a sweep looks at it', async () => {
    const journal = await store.open('run');
    journal.begin(head);
    await journal.stream('').append(wait);
    await journal.close();
    let isDecided = false;
    const decidedAfterRead: typeof store = {
      ...store,
      async *read(runId) {
        yield* store.read(runId);
        if (isDecided) return;
        isDecided = true;
        await decideIt();
      },
    };
    const queue = await open({ store: decidedAfterRead });
    await queue.add('run');
    const jobs = new Queue(`${prefix}-runs`, { connection: server.connection });
    closing.push(() => jobs.close());
    const sweep = async () => {
      await jobs.obliterate({ force: true });
      return queue.sweep();
    };
    // It is decided while the first looks, and before the second.
    expect(await sweep()).toEqual(['run']);
    expect(await sweep()).toEqual(['run']);
  });
});
