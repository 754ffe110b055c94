import type { Redis, RedisOptions } from 'ioredis';

import { messageOf } from '@rlm/repl-types/internal';

import { JournalError } from '../errors.js';
import { givenOptions, type RedisConnection } from './connection.js';
import { loadRedis } from './load-peers.js';

/** How long a server may take to answer before whoever calls hears of it, in milliseconds. */
const answerMs = 2_000;

/**
 * Looks whether a server answers, takes the password, and is one that queues can use. Rejects within some two seconds with
 * `store_unavailable`, saying what is wrong: otherwise a queue would wait in silence for a server that never comes.
 */
export async function requireRedis(connection: RedisConnection): Promise<void> {
  const Class = await loadRedis();
  const options: RedisOptions = givenOptions(connection);
  const redis = new Class({
    ...options,
    lazyConnect: true,
    connectTimeout: answerMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let said: unknown;
  redis.on('error', (fault: unknown) => {
    said = fault;
  });
  try {
    const cluster = await withinAnswerTime(() => readCluster(redis, () => said), options);
    if (cluster.includes('cluster_enabled:1')) {
      throw unavailable(
        options,
        'it is a node of a cluster. BullMQ and the keys here need one server (or one with replicas): give its address',
      );
    }
  } finally {
    redis.disconnect();
  }
}

/** What a server says of its cluster. If it cannot be reached, what `said` has heard of it tells more than the fault. */
async function readCluster(redis: Redis, said: () => unknown): Promise<string> {
  try {
    await redis.connect();
    return await redis.info('cluster');
  } catch (fault) {
    throw said() ?? fault;
  }
}

/** What a call gives, if it does so in time; else rejects with `store_unavailable`, and so for what the server refuses. */
export async function withinAnswerTime<T>(
  call: () => Promise<T>,
  connection: RedisConnection,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        unavailable(
          connection,
          `it did not answer within ${answerMs} ms. What was sent may still be done when it is back`,
        ),
      );
    }, answerMs);
  });
  try {
    const answer = call();
    answer.catch(() => undefined);
    return await Promise.race([answer, late]);
  } catch (fault) {
    throw JournalError.isInstance(fault) ? fault : unavailable(connection, messageOf(fault), fault);
  } finally {
    clearTimeout(timer);
  }
}

/** Where a server is, for people. */
export function addressOf(connection: RedisConnection): string {
  const { host = '127.0.0.1', port = 6379, path } = givenOptions(connection);
  return path ?? `${host}:${port}`;
}

function unavailable(connection: RedisConnection, problem: string, cause?: unknown): JournalError {
  return new JournalError(
    'store_unavailable',
    `Redis at ${addressOf(connection)} cannot be used: ${problem}`,
    { needs: 'redis' },
    cause,
  );
}
