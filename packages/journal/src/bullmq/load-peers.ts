import type * as bullmq from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';

import { messageOf } from '@rlm/repl-types/internal';

import { JournalError } from '../errors.js';

/** Loads `ioredis`. Throws `store_unavailable` if it is not installed. */
export const loadRedis = (): Promise<RedisClass> =>
  load(
    async () => (await import('ioredis')).Redis as unknown as RedisClass,
    'ioredis',
    'ioredis@6',
  );

/** A connection, as it is made here. */
type RedisClass = new (options: RedisOptions) => Redis;

/** Loads `bullmq`. Throws `store_unavailable` if it is not installed. */
export const loadBullmq = (): Promise<typeof bullmq> =>
  load(() => import('bullmq'), 'bullmq', 'bullmq@6.7.0 ioredis@6');

async function load<Module>(
  load: () => Promise<Module>,
  name: string,
  install: string,
): Promise<Module> {
  try {
    return await load();
  } catch (fault) {
    const [problem = ''] = messageOf(fault).split('\n');
    throw new JournalError(
      'store_unavailable',
      `@rlm/journal/bullmq needs the package ${name}: npm install ${install} (${problem})`,
      { needs: name },
      fault,
    );
  }
}
