import { Queue, UnrecoverableError } from 'bullmq';
import { Redis } from 'ioredis';
import { eventually } from '@rlm/config/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { bullmqQueue, redisStore } from '../../src/bullmq/index.js';
import { effect, faultOf, finalEnd, head, infoOf } from '../../src/testing/cases/material.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;
type Options = Parameters<typeof bullmqQueue>[0];
type Diagnostic = Parameters<NonNullable<Options['onDiagnostic']>>[0];

describe.skipIf(noRedis !== undefined)(`a queue strands no run${note}`, () => {
  let server: RedisServer;
  let store: ReturnType<typeof redisStore>;
  let prefix: string;
  let prefixes = 0;
  let heard: Diagnostic[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    prefix = `s${++prefixes}`;
    heard = [];
    store = redisStore({ connection: server.connection, prefix });
    await (await store.create({ runId: 'run', spec: 'a spec' })).close();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await store.close();
  });

  const open = async (options: Partial<Options> = {}) => {
    const { connection } = server;
    const onDiagnostic = (diagnostic: Diagnostic): number => heard.push(diagnostic);
    const quick = { retryMs: 10, sweepMs: 100, lockMs: 1_000, onDiagnostic };
    const queue = await bullmqQueue({ connection, store, prefix, ...quick, ...options });
    closing.push(() => queue.close());
    return queue;
  };
  /** Sets how much memory Redis may use: 1 is too little for any write, 0 is no limit. */
  const limitMemory = (): ((bytes: '0' | '1') => Promise<unknown>) => {
    const redis = new Redis(server.connection);
    closing.push(async () => {
      await redis.config('SET', 'maxmemory', '0');
      redis.disconnect();
    });
    return (bytes) => redis.config('SET', 'maxmemory', bytes);
  };
  /** The jobs of the queue, as BullMQ has them. */
  const jobsOf = (): Queue => {
    const jobs = new Queue(`${prefix}-runs`, { connection: server.connection });
    closing.push(() => jobs.close());
    return jobs;
  };
  const statusIs = (status: string): Promise<void> =>
    eventually(async () => {
      expect((await infoOf(store, 'run'))?.status).toBe(status);
    });

  it('tries a run again whose start throws', async () => {
    let starts = 0;
    const queue = await open({
      start(journal) {
        starts += 1;
        if (starts < 3) throw new Error('no model');
        return { result: journal.end(finalEnd) };
      },
    });
    await queue.add('run');
    await statusIs('ended');
    expect(starts).toBe(3);
    expect(heard.map(({ code, isFinal }) => [code, isFinal])).toEqual([
      ['run_failed', false],
      ['run_failed', false],
    ]);
    expect(heard[0]?.message).toBe('Run "run": no model');
    expect(await queue.failed()).toEqual([]);
  });

  it('tries a run again that came to a result without an end, and one that failed', async () => {
    let starts = 0;
    const queue = await open({
      start(journal) {
        starts += 1;
        if (starts === 1) {
          const stop = { code: 'journal_mismatch', message: 'options changed' };
          return { result: Promise.resolve({ stop }) };
        }
        const failed = { status: 'failed', finishReason: 'error', usage: {} } as const;
        return { result: journal.end(starts === 2 ? failed : finalEnd) };
      },
    });
    await queue.add('run');
    await statusIs('ended');
    expect(starts).toBe(3);
    expect(heard.map(({ message }) => message)).toEqual([
      'Run "run": journal_mismatch: options changed',
      expect.stringMatching(/^Run "run": .*"error"$/),
    ]);
  });

  it('lists what fails for good, with its reason, and sends it again', async () => {
    let isMended = false;
    const queue = await open({
      attempts: 2,
      start(journal) {
        if (!isMended) throw new Error('model gone');
        return { result: journal.end(finalEnd) };
      },
    });
    await queue.add('run');
    await eventually(async () => {
      expect(await queue.failed()).toMatchObject([
        { runId: 'run', reason: 'model gone', attempts: 2 },
      ]);
    });
    expect(heard.at(-1)).toMatchObject({ code: 'run_failed', runId: 'run', isFinal: true });
    // It is listed, so it is not stranded.
    expect(await queue.sweep()).toEqual([]);
    isMended = true;
    await queue.add('run');
    await statusIs('ended');
    await eventually(async () => {
      expect(await queue.failed()).toEqual([]);
    });
  });

  it('does not begin again what failed for good, once BullMQ has forgotten the oldest failures', async () => {
    let starts = 0;
    const queue = await open({
      attempts: 1,
      sweepMs: 3_600_000,
      start() {
        starts += 1;
        throw new Error('model gone');
      },
    });
    await queue.add('run');
    const [job] = await eventually(async () => {
      const failed = await jobsOf().getFailed();
      expect(failed).toHaveLength(1);
      return failed;
    });
    await job?.remove();
    expect(await queue.sweep()).toEqual([]);
    expect(starts).toBe(1);
    expect((await infoOf(store, 'run'))?.status).toBe('open');
  });

  it('finds the one run without a job among thousands', async () => {
    const queue = await open();
    const redis = new Redis(server.connection);
    closing.push(() => redis.quit());
    await queue.add('run');
    await redis.sadd(`{${prefix}}:queued`, ...Array.from({ length: 2_500 }, (_, n) => `gone-${n}`));
    expect(await queue.sweep()).toEqual([]);
    // Those that the store does not know are forgotten.
    expect(await redis.smembers(`{${prefix}}:queued`)).toEqual(['run']);
    await (await jobsOf().getJob('run-run'))?.remove();
    expect(await queue.sweep()).toEqual(['run']);
  });

  it('does not try a run again that is not there', async () => {
    const queue = await open({ start: () => ({ result: Promise.resolve() }) });
    await queue.add('nobody');
    await eventually(async () => {
      const [failed] = await queue.failed();
      expect(failed).toMatchObject({ runId: 'nobody', attempts: 1 });
      expect(failed?.reason).toContain('no run "nobody"');
    });
  });

  it.each(['throws', 'rejects'])('does not try a run again that start %s for good', async (how) => {
    let starts = 0;
    const queue = await open({
      start() {
        starts += 1;
        const refusal = new UnrecoverableError('not mine');
        if (how === 'throws') throw refusal;
        return { result: Promise.reject(refusal) };
      },
    });
    await queue.add('run');
    await eventually(async () => {
      expect(await queue.failed()).toMatchObject([
        { runId: 'run', reason: 'not mine', attempts: 1 },
      ]);
    });
    expect(starts).toBe(1);
    expect(heard).toMatchObject([{ code: 'run_failed', isFinal: true }]);
  });

  it('counts no attempt for a run that its program aborts, and goes on with it', async () => {
    let starts = 0;
    const queue = await open({
      attempts: 1,
      start(journal) {
        starts += 1;
        const aborted = Promise.resolve({ finishReason: 'aborted' });
        return { result: starts < 4 ? aborted : journal.end(finalEnd) };
      },
    });
    await queue.add('run');
    await statusIs('ended');
    expect(starts).toBe(4);
    expect(heard).toEqual([]);
  });

  it('lets a run rest that waits for a person', async () => {
    let starts = 0;
    const queue = await open({
      start(journal) {
        starts += 1;
        journal.begin(head);
        const wait = { t: 'wait', step: 1, key: '/1/approval/h#0', request: 1 } as const;
        return { result: journal.stream('').append(wait) };
      },
    });
    await queue.add('run');
    await statusIs('suspended');
    await eventually(async () => {
      expect(await queue.sweep()).toEqual([]);
    });
    expect(starts).toBe(1);
    expect(heard).toEqual([]);
  });

  it('is not said to have lost its job while it is being added', async () => {
    const queue = await open();
    for (let index = 0; index < 30; index += 1) {
      const runId = `added-${String(index)}`;
      await (await store.create({ runId, spec: 'a spec' })).close();
      const [found] = await Promise.all([queue.sweep(), queue.add(runId), queue.sweep()]);
      expect(found).toEqual([]);
    }
    expect(heard).toEqual([]);
  });

  it('finds a run that has lost its job, and goes on with it', async () => {
    const adding = await open();
    await adding.add('run');
    await jobsOf().obliterate({ force: true });
    await open({ start: (journal) => ({ result: journal.end(finalEnd) }) });
    await statusIs('ended');
    expect(heard).toMatchObject([{ code: 'run_requeued', runId: 'run' }]);
  });

  it('goes on with its runs once a full Redis has room again', async () => {
    const memory = limitMemory();
    let starts = 0;
    const queue = await open({
      start(journal) {
        starts += 1;
        const written = journal.stream('').append(effect(1, `${starts}`));
        return { result: written.then(() => journal.end(finalEnd)) };
      },
    });
    await memory('1');
    const { code, message } = await faultOf(queue.add('run'));
    expect([code, message]).toEqual(['store_unavailable', expect.stringContaining('OOM')]);
    await memory('0');
    await queue.add('run');
    await statusIs('ended');
  });

  it('does not keep a run for good whose attempt met a full Redis', async () => {
    const memory = limitMemory();
    let starts = 0;
    const queue = await open({
      start(journal) {
        starts += 1;
        const isFirst = starts === 1;
        const work = async (): Promise<void> => {
          if (isFirst) await memory('1');
          await journal.stream('').append(effect(1, 'a'));
          await journal.end(finalEnd);
        };
        return { result: work().catch((error: unknown) => ({ error })) };
      },
    });
    await queue.add('run');
    await eventually(() => {
      expect(heard.map(({ message }) => message).join('\n')).toContain('OOM');
    });
    await memory('0');
    await statusIs('ended');
    expect(starts).toBeGreaterThan(1);
  });
});
