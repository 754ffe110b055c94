import { hostname } from 'node:os';

import type { Redis } from 'ioredis';

import { refuseOption } from '@rlm/penguin-engine/internal';
import { checkOptions, fields, required } from '@rlm/repl-types/options';

import { defineStore } from '../store/define-store.js';
import type { RunStore } from '../store/run-store.js';
import {
  connect,
  connectionRule,
  defaultPrefix,
  prefixRule,
  type RedisConnection,
} from './connection.js';
import { RedisBackend } from './redis-backend.js';
import { RedisKeys } from './redis-keys.js';

/** Where {@link redisStore} keeps journals. */
interface RedisStoreOptions {
  readonly connection: RedisConnection;
  /** What all keys begin with: letters, digits, `_` and `-`. Default `rlm`. */
  readonly prefix?: string;
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
 * @example
 * const store = redisStore({ connection: { host: '127.0.0.1', port: 6379 } });
 */
export function redisStore(options: RedisStoreOptions): ConnectedStore {
  checkOptions(
    options,
    fields<RedisStoreOptions>({ connection: required(connectionRule), prefix: prefixRule }),
    refuseOption,
  );
  const { connection, prefix = defaultPrefix } = options;
  let redis: Promise<Redis> | undefined;
  const connected = (): Promise<Redis> => (redis ??= connect(connection, attempts));
  const store = defineStore(new RedisBackend(connected, new RedisKeys(prefix)), {
    pid: process.pid,
    host: hostname(),
  });
  return Object.freeze({
    ...store,
    async close() {
      const closing = redis;
      redis = undefined;
      (await closing)?.disconnect();
    },
  });
}

/** How often a command waits for a lost connection before it fails: for about two seconds. */
const attempts = 8;
