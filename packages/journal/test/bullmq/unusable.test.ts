import { Redis } from 'ioredis';
import { eventually } from '@rlm/config/eventually';
import { defineTool, runTask } from '@rlm/penguin-engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { bullmqQueue, redisStore } from '../../src/bullmq/index.js';
import { reach } from '../../src/bullmq/reach.js';
import {
  effect,
  faultOf,
  finalEnd,
  infoOf,
  recorded,
  textsOf,
} from '../../src/testing/cases/material.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;
const nobody = { host: '127.0.0.1', port: 1 };
const named = (words: string): unknown =>
  expect.stringMatching(new RegExp(`^Redis at 127.0.0.1:\\d+ cannot be .*: .*${words}`));

describe.skipIf(noRedis !== undefined)(`a Redis that cannot be used${note}`, () => {
  const store = redisStore({ connection: nobody });

  it('is named at once: nobody there, a wrong password, a cluster', async () => {
    const server = await startRedis();
    const redis = new Redis(server.connection);
    try {
      const refused = async (connection: object): Promise<unknown[]> => {
        const { code, message } = await faultOf(bullmqQueue({ connection, store }));
        return [code, message];
      };
      const unavailable = (words: string): unknown[] => ['store_unavailable', named(words)];
      expect(await refused(nobody)).toEqual(unavailable('ECONNREFUSED'));
      await redis.config('SET', 'requirepass', 'right');
      expect(await refused({ ...server.connection, password: 'wrong' })).toEqual(
        unavailable('WRONGPASS'),
      );
      expect(await refused(server.connection)).toEqual(unavailable('NOAUTH'));
    } finally {
      redis.disconnect();
      await server.stop();
    }
    const cluster = await startRedis(['--cluster-enabled', 'yes']);
    try {
      const { message } = await faultOf(bullmqQueue({ connection: cluster.connection, store }));
      expect(message).toContain('node of a cluster');
    } finally {
      await cluster.stop();
    }
  });

  it('is refused as an option if it is a Cluster or an address', async () => {
    for (const connection of [{ isCluster: true }, { url: 'redis://127.0.0.1:6379' }]) {
      const { code, message } = await faultOf(bullmqQueue({ connection, store }));
      expect([code, message]).toEqual(['invalid_option', expect.stringContaining('{ url }')]);
    }
  });
});

describe.skipIf(noRedis !== undefined)(`a Redis that is lost${note}`, () => {
  let server: RedisServer;
  let redis: Redis;
  let heard: { readonly code: string; readonly message: string }[];
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    heard = [];
    server = await startRedis();
    redis = new Redis(server.connection);
    redis.on('error', () => undefined);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    redis.disconnect();
    await server.stop();
  });

  const onDiagnostic = (diagnostic: (typeof heard)[number]): number => heard.push(diagnostic);
  const messages = (): string => heard.map(({ message }) => message).join('\n');
  const open = (more: object = {}): ReturnType<typeof redisStore> => {
    const connection = { ...server.connection, retryStrategy: () => 20, ...more };
    const opened = redisStore({ connection, onDiagnostic, waitMs: 60_000 });
    closing.push(() => opened.close());
    return opened;
  };

  it('is named by redisStore, and by its onDiagnostic: nobody there, a wrong password, a cluster', async () => {
    const refused = async (connection: object): Promise<void> => {
      const opened = redisStore({ connection, onDiagnostic });
      expect((await faultOf(opened.create())).code).toBe('store_unavailable');
      await opened.close();
    };
    await refused(nobody);
    await redis.config('SET', 'requirepass', 'right');
    await refused({ ...server.connection, password: 'wrong' });
    const cluster = await startRedis(['--cluster-enabled', 'yes']);
    await refused(cluster.connection);
    await cluster.stop();
    expect(heard).toEqual(
      ['ECONNREFUSED', 'WRONGPASS', 'node of a cluster'].map((words) => ({
        code: 'redis_error',
        message: named(words),
      })),
    );
  });

  it('is waited for by redisStore while it is full, and reported', async () => {
    const opened = open();
    const journal = await opened.create({ runId: 'run' });
    await redis.config('SET', 'maxmemory', '1');
    const writing = journal.stream('').append(effect(1, 'a'));
    await eventually(() => {
      expect(messages()).toMatch(/^Redis at .*"run" .*\bwritten: OOM/);
    });
    await redis.config('SET', 'maxmemory', '0');
    await writing;
    await journal.end(finalEnd);
    await journal.close();
    expect(textsOf(await recorded(opened, 'run'))).toEqual(['a']);
  });

  it('is waited for when a run is opened while it is full', async () => {
    const opened = open();
    await (await opened.create({ runId: 'run' })).close();
    await redis.config('SET', 'maxmemory', '1');
    const opening = opened.open('run');
    await eventually(() => {
      expect(messages()).toMatch(/^Redis at .*"run" .*\bwritten: OOM/);
    });
    await redis.config('SET', 'maxmemory', '0');
    await (await opening).close();
  });

  it('is waited for by redisStore while it is down, and reported', async () => {
    const opened = open();
    const journal = await opened.create({ runId: 'run' });
    await journal.stream('').append(effect(1, 'a'));
    await server.kill();
    const writing = journal.stream('').append(effect(1, 'b'));
    await eventually(() => {
      expect(messages()).toContain('ECONNREFUSED');
      expect(messages()).toMatch(/\bnot be written\b/);
    });
    await server.start();
    await writing;
    await journal.close();
    expect(textsOf(await recorded(opened, 'run'))).toEqual(['a', 'b']);
  });

  it.each(['full', 'down'])('is waited for through a run while it is %s', async (how) => {
    const opened = open();
    const journal = await opened.create({ runId: 'run' });
    const lose = (): Promise<unknown> =>
      how === 'full' ? redis.config('SET', 'maxmemory', '1') : server.kill();
    const bringBack = (): Promise<unknown> =>
      how === 'full' ? redis.config('SET', 'maxmemory', '0') : server.start();
    let calls = 0;
    const model = async (): Promise<string> => {
      calls += 1;
      if (calls === 1) await lose();
      return calls === 1
        ? '<look>here</look>'
        : '<finish_task>{"summary": "Seen", "status": "done"}</finish_task>';
    };
    const look = defineTool({ name: 'look', description: 'Looks.', execute: () => 'seen' });
    const running = runTask({ prompt: 'Look', model, tools: [look], journal }).result;
    await eventually(() => {
      expect(messages()).toMatch(/"run" .*\bwritten\b/);
    });
    await bringBack();
    expect((await running).status).toBe('pending_review');
    expect(calls).toBe(2);
    expect((await infoOf(opened, 'run'))?.status).toBe('ended');
  });

  it.each(['writes', 'lists', 'reads'] as const)(
    'is reported while it does not answer who %s',
    async (how) => {
      const opened = open();
      const journal = await opened.create({ runId: 'run' });
      const calls: Record<typeof how, () => Promise<unknown>> = {
        writes: () => journal.stream('').append(effect(1, 'a')),
        lists: () => infoOf(opened, 'run'),
        reads: () => opened.open('run', { readOnly: true }),
      };
      server.signal('SIGSTOP');
      const asking = calls[how]();
      await eventually(() => {
        expect(messages()).toMatch(/\banswered .* 2000 ms\b/);
      });
      server.signal('SIGCONT');
      await asking;
      await journal.close();
    },
  );

  it('is reached by one connection, which is tried again by the call after one that failed', async () => {
    await server.kill();
    const reached = reach(server.connection, 1, (fault) => heard.push(fault as never));
    closing.push(() => reached.close());
    expect((await faultOf(reached.connected())).code).toBe('store_unavailable');
    await server.start();
    const [first, second] = await Promise.all([reached.connected(), reached.connected()]);
    expect([await first.ping(), second === first]).toEqual(['PONG', true]);
    expect(messages()).toContain('ECONNREFUSED');
  });
});
