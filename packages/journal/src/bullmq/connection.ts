import type { ConnectionOptions } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';

import { advised, isRecord } from '@rlm/repl-types/internal';
import { rule, type OptionRule } from '@rlm/repl-types/options';

import { loadRedis } from './load-peers.js';

/**
 * The location of Redis: the options of `ioredis` (`{ host, port, password, db, tls }`), or an instance of it, whose
 * options are used. It is reached with connections of our own.
 */
export type RedisConnection = object;

/** The rule for an option `connection`. */
export const connectionRule: OptionRule = advised(
  rule(
    'the options of ioredis ({ host, port }), or an instance of it',
    (value) => isRecord(value) && !isOther(value),
  ),
  (value) =>
    typeof value === 'object' && value !== null && isOther(value)
      ? 'A Cluster and { url } are not supported. Pass host, port and password of one server.'
      : undefined,
);

/** Whether `ioredis` would read the object as the server at its default port. */
function isOther(value: object): boolean {
  return 'url' in value || (value as { readonly isCluster?: unknown }).isCluster === true;
}

/** The rule for an option `prefix`: it becomes part of keys and of the names of queues. */
export const prefixRule: OptionRule = rule(
  'letters, digits, "_" and "-", 64 at the most',
  (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value),
);

/** The default prefix of keys and queues. */
export const defaultPrefix = 'rlm';

/** The connection options of queues: their commands wait for a lost connection to come back. */
export function optionsOf(connection: RedisConnection): ConnectionOptions {
  return { ...givenOptions(connection), maxRetriesPerRequest: null } as ConnectionOptions;
}

/**
 * Opens our own connection. Its faults show in its commands, each of which is tried `most` times; null: until the
 * connection is back. `hear` is called with them too.
 */
export async function connect(
  connection: RedisConnection,
  most: number | null,
  hear: (fault: unknown) => void = () => undefined,
): Promise<Redis> {
  const Class = await loadRedis();
  const redis = new Class({ ...givenOptions(connection), maxRetriesPerRequest: most });
  redis.on('error', hear);
  return redis;
}

/** The options of `ioredis` in a `connection`. */
export function givenOptions(connection: RedisConnection): RedisOptions {
  return (connection as { readonly options?: object }).options ?? connection;
}
