import { hostname } from 'node:os';

import { callable, refuseOption } from '@rlm/repl-types/internal';
import { checkOptions, fields, required } from '@rlm/repl-types/options';

import { isGone } from '../lease/lease.js';
import { defineStore } from '../store/define-store.js';
import { patientBackend, waitRule } from '../store/patient-backend.js';
import type { RunStore } from '../store/run-store.js';
import { connectionRule, defaultPrefix, prefixRule, type RedisConnection } from './connection.js';
import { diagnosing, hearRedis, type OnDiagnostic } from './diagnostic.js';
import { reach } from './reach.js';
import { RedisBackend } from './redis-backend.js';
import { RedisKeys } from './redis-keys.js';
import { reportedBackend } from './reported-backend.js';

/** Where {@link redisStore} keeps journals. */
export interface RedisStoreOptions {
  readonly connection: RedisConnection;
  /** The prefix of all keys: letters, digits, `_` and `-`. Default: `rlm`. */
  readonly prefix?: string | undefined;
  /**
   * How long a write waits for the server, or for memory that it lacks, before it fails with `journal_write_failed`, in milliseconds; the run waits
   * with it. Default 0: each write is tried for some two seconds.
   */
  readonly waitMs?: number | undefined;
  /** Called when the server cannot be used, the connection is lost, or the server refuses a command or does not answer it. Default: ignored. */
  readonly onDiagnostic?: OnDiagnostic | undefined;
}

/** A store with a connection. */
export interface ConnectedStore extends RunStore {
  /** Ends the connection; journals that are open can write no more. */
  close(): Promise<void>;
}

/**
 * A store in Redis 7 or Valkey, for many machines. A script writes each line, and checks the epoch and the expected
 * number. The durability of a written line depends on the server: with `appendonly yes` and `appendfsync everysec`, a
 * crash may lose the last second. A live owner writes those lines again.
 *
 * The first call rejects with `store_unavailable` if Redis does not answer within two seconds, refuses the password, or
 * is a cluster.
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
      onDiagnostic: callable,
    }),
    refuseOption,
  );
  const { connection, prefix = defaultPrefix, waitMs = 0 } = options;
  const hear = hearRedis(connection, diagnosing(options.onDiagnostic));
  const server = reach(connection, attempts, hear);
  const backend = new RedisBackend(() => server.connected(), new RedisKeys(prefix));
  const store = defineStore(patientBackend(reportedBackend(backend, hear), waitMs), {
    pid: process.pid,
    host: hostname(),
    isGone,
  });
  return Object.freeze({ ...store, close: () => server.close() });
}

/** How often a command waits for a lost connection before it fails: for about two seconds. */
const attempts = 8;
