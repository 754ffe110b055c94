import { hostname } from 'node:os';

import type { Redis } from 'ioredis';

import { refuseOption } from '@rlm/penguin-engine/internal';
import { checkOptions, fields, required } from '@rlm/repl-types/options';

import { defineStore } from '../store/define-store.js';
import { patientBackend, waitRule } from '../store/patient-backend.js';
import type { RunStore } from '../store/run-store.js';
import {
  connect,
  connectionRule,
  defaultPrefix,
  prefixRule,
  type RedisConnection,
} from './connection.js';
import { RedisBackend } from './redis-backend.js';
import { requireRedis } from './reach.js';
import { RedisKeys } from './redis-keys.js';

/** Where {@link redisStore} keeps journals. */
interface RedisStoreOptions {
  readonly connection: RedisConnection;
  /** What all keys begin with: letters, digits, `_` and `-`. Default `rlm`. */
  readonly prefix?: string;
  /**
   * How long a write waits for the server, or for memory that it lacks, before it fails with `journal_write_failed`, in milliseconds; the run waits
   * with it. Default 0: each write is tried for some two seconds.
   */
  readonly waitMs?: number;
}

/** A store with a connection. */
interface ConnectedStore extends RunStore {
  /** Ends the connection; journals that are open can write no more. */
  close(): Promise<void>;
}

/**
 * A store in Redis 7 or Valkey, for many machines. A line is written by a script, which looks at the epoch and the number that
 * is due. What "written" is worth depends on the server: with `appendonly yes` and `appendfsync everysec` a crash of it may
 * lose the last second; a driver that is alive writes those lines again.
 *
 * The first call rejects with `store_unavailable` if Redis does not answer within two seconds, refuses the password, or is a cluster.
 *
 * @example
 * const store = redisStore({ connection: { host: '127.0.0.1', port: 6379 } });
 */
export function redisStore(options: RedisStoreOptions): ConnectedStore {
  checkOptions(
    options,
    fields<RedisStoreOptions>({
      connection: required(connectionRule),
      prefix: prefixRule,
      waitMs: waitRule,
    }),
    refuseOption,
  );
  const { connection, prefix = defaultPrefix, waitMs = 0 } = options;
  let redis: Promise<Redis> | undefined;
  const connected = async (): Promise<Redis> => {
    redis ??= requireRedis(connection).then(() => connect(connection, attempts));
    try {
      return await redis;
    } catch (fault) {
      // A server that cannot be used may be there for the next call.
      redis = undefined;
      throw fault;
    }
  };
  const backend = new RedisBackend(connected, new RedisKeys(prefix));
  const store = defineStore(patientBackend(backend, waitMs), {
    pid: process.pid,
    host: hostname(),
  });
  return Object.freeze({
    ...store,
    async close() {
      const closing = redis;
      redis = undefined;
      (await closing?.catch(() => undefined))?.disconnect();
    },
  });
}

/** How often a command waits for a lost connection before it fails: for about two seconds. */
const attempts = 8;
