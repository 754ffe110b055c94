import type { Redis } from 'ioredis';

import { sha256Hex } from '@rlm/repl-types/internal';

import type { RedisKeys } from './redis-keys.js';

/** A value in a job: the value itself, or its key if its JSON is over 32 kB. */
export type Payload = { readonly value: unknown } | { readonly payload: string };

const maxBytes = 32_768;

/** How long unused payloads and jobs are kept, in seconds: a day. */
export const keptSeconds = 86_400;

/** Puts a value into a job, or beside it. */
export async function pack(redis: Redis, keys: RedisKeys, value: unknown): Promise<Payload> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (bytes.length <= maxBytes) return { value };
  const payload = await sha256Hex(bytes);
  await redis.set(keys.payload(payload), Buffer.from(bytes), 'EX', 2 * keptSeconds);
  return { payload };
}

/** Returns a value that was packed into a job. */
export async function unpack(redis: Redis, keys: RedisKeys, packed: Payload): Promise<unknown> {
  if ('value' in packed) return packed.value;
  const text = await redis.get(keys.payload(packed.payload));
  if (text === null) throw new Error(`the value ${packed.payload} of a job is gone`);
  return JSON.parse(text) as unknown;
}
