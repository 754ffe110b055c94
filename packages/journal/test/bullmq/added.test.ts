import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { redisStore } from '../../src/bullmq/index.js';
import { QueuedRuns } from '../../src/bullmq/queue/queued-runs.js';
import { RedisKeys } from '../../src/bullmq/redis-keys.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;

describe.skipIf(noRedis !== undefined)(`a failed run that is added again${note}`, () => {
  let server: RedisServer;
  let store: ReturnType<typeof redisStore>;
  let redis: Redis;
  let queue: Queue;
  let prefixes = 0;
  let runs: (over?: Partial<Queue>) => QueuedRuns;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const { connection } = server;
    const prefix = `a${++prefixes}`;
    store = redisStore({ connection, prefix });
    await (await store.create({ runId: 'run' })).close();
    redis = new Redis(connection);
    queue = new Queue(`${prefix}-runs`, { connection });
    runs = (over = {}) => {
      const given = Object.assign(Object.create(queue) as Queue, over);
      const pauses = { attempts: 1, retryMs: 10 };
      return new QueuedRuns(given, redis, new RedisKeys(prefix), store, pauses);
    };
    await runs().add('run');
    const worker = new Worker(queue.name, null, { connection });
    const job = await worker.getNextJob('token');
    await job.moveToFailed(new Error('it failed'), 'token');
    await runs().forget('run');
    await worker.close();
    expect(await runs().failed()).toMatchObject([{ runId: 'run', reason: 'it failed' }]);
  });
  afterEach(async () => {
    await queue.close();
    redis.disconnect();
    await store.close();
  });

  it('is found by a sweep if the process ends that adds it', async () => {
    const add = (): Promise<never> => Promise.reject(new Error('the process ends'));
    await expect(runs({ add }).add('run')).rejects.toThrow('the process ends');
    expect(await runs().failed()).toEqual([]);
    expect(await runs().sweep()).toEqual(['run']);
    expect(await queue.getWaitingCount()).toBe(1);
  });

  it('has one job if two processes add it at once', async () => {
    await Promise.all([runs().add('run'), runs().add('run'), runs().add('run')]);
    expect([await queue.getWaitingCount(), await queue.getFailedCount()]).toEqual([1, 0]);
    expect(await runs().sweep()).toEqual([]);
  });

  it('is not refused if another process has added it, and works on it already', async () => {
    const getJob = async (id: string): ReturnType<Queue['getJob']> => {
      const job = await queue.getJob(id);
      const isFailed = job?.isFailed.bind(job);
      let looks = 0;
      return Object.assign(job ?? {}, {
        isFailed: async () => {
          const answer = await isFailed?.();
          if (looks++ > 0) return answer;
          await runs().add('run');
          const worker = new Worker(queue.name, null, { connection: server.connection });
          await worker.getNextJob('token');
          await worker.close();
          return answer;
        },
      }) as never;
    };
    await runs({ getJob: getJob as Queue['getJob'] }).add('run');
    expect([await queue.getActiveCount(), await queue.getWaitingCount()]).toEqual([1, 0]);
  });
});
