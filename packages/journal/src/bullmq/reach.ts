import type { Redis, RedisOptions } from 'ioredis';

import { messageOf, untilExpired } from '@rlm/repl-types/internal';

import { JournalError } from '../errors.js';
import { connect, givenOptions, type RedisConnection } from './connection.js';
import { loadRedis } from './load-peers.js';

/** How long a server may take to answer before its caller gets an error, in milliseconds. */
export const answerMs = 2_000;

/**
 * Checks that a server answers, takes the password, and can be used by queues. Otherwise rejects within some two
 * seconds with `store_unavailable`, saying what is wrong: a queue would wait silently for a server that never comes.
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
        'it is a node of a cluster. BullMQ and the keys here need one server (or one with replicas): use its address',
      );
    }
  } finally {
    redis.disconnect();
  }
}

/** A connection that is made when it is first needed. */
export interface Reach {
  /** The connection. If the server cannot be used, rejects as {@link requireRedis} does, and the next call tries again. */
  connected(): Promise<Redis>;
  /** Ends the connection; a call after that makes another. */
  close(): Promise<void>;
}

/** Reaches a server with one connection, whose commands are tried `most` times; `hear` is called with its faults. */
export function reach(
  connection: RedisConnection,
  most: number | null,
  hear: (fault: unknown) => void,
): Reach {
  let making: Promise<Redis> | undefined;
  const make = async (): Promise<Redis> => {
    await requireRedis(connection);
    return connect(connection, most, hear);
  };
  return {
    async connected() {
      const mine = (making ??= make());
      try {
        return await mine;
      } catch (fault) {
        if (making === mine) making = undefined;
        hear(fault);
        throw fault;
      }
    },
    async close() {
      const mine = making;
      making = undefined;
      (await mine?.catch(() => undefined))?.disconnect();
    },
  };
}

/**
 * Reads the server's own report about its cluster. If it cannot be reached, an error that `said` returns explains more
 * than the fault.
 */
async function readCluster(redis: Redis, said: () => unknown): Promise<string> {
  try {
    await redis.connect();
    return await redis.info('cluster');
  } catch (fault) {
    throw said() ?? fault;
  }
}

/**
 * Returns the result of a call if it comes in time. Otherwise, or if the server refuses the call, rejects with
 * `store_unavailable`.
 */
export async function withinAnswerTime<T>(
  call: () => Promise<T>,
  connection: RedisConnection,
): Promise<T> {
  try {
    return await untilExpired(call(), answerMs, () => {
      throw unavailable(
        connection,
        `it did not answer within ${answerMs} ms. It may still execute the command when it is back`,
      );
    });
  } catch (fault) {
    throw JournalError.isInstance(fault) ? fault : unavailable(connection, messageOf(fault), fault);
  }
}

/** The address of a server, for people. */
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
