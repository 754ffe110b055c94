import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { redisStore } from '../../src/bullmq/index.js';
import { effect, faultOf, recorded, textsOf, written } from '../../src/testing/cases/material.js';
import { testStore } from '../../src/testing/index.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;

describe.skipIf(noRedis !== undefined)(`a server of Redis${note}`, () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.connection);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  let stores = 0;
  const open = (): Promise<ReturnType<typeof redisStore>> =>
    Promise.resolve(redisStore({ connection: server.connection, prefix: `t${++stores}` }));

  testStore(
    {
      name: 'redisStore',
      hasRecords: true,
      async open() {
        const store = await open();
        return { store, close: () => store.close() };
      },
    },
    { describe, it, expect },
  );

  it('gets the lines again that it lost while the driver lived', async () => {
    const store = await open();
    const journal = await store.create({ runId: 'run' });
    for (const text of ['a', 'b', 'c']) await journal.stream('').append(effect(1, text));
    await redis.ltrim(`{t${stores}}:lines:run`, 0, 2);
    await journal.stream('').append(effect(1, 'd'));
    await journal.close();
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'b', 'c', 'd']);
    await store.close();
  });

  it('gets them again from before the driver, with its opening', async () => {
    const store = await open();
    await written(store, 'run', [effect(1, 'a'), effect(1, 'b')]);
    const journal = await store.open('run');
    await journal.stream('').append(effect(1, 'c'));
    await redis.ltrim(`{t${stores}}:lines:run`, 0, 3);
    await redis.hset(`{t${stores}}:run:run`, { epoch: 1, by: 'first' });
    await journal.stream('').append(effect(1, 'd'));
    await journal.close();
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'b', 'c', 'd']);
    await store.close();
  });

  it('does not get them again from a driver after whose lines another has opened the run', async () => {
    const store = await open();
    await written(store, 'run', [effect(1, 'a'), effect(1, 'b')]);
    const first = await store.open('run');
    await first.stream('').append(effect(1, 'c'));
    await redis.ltrim(`{t${stores}}:lines:run`, 0, 3);
    await redis.hset(`{t${stores}}:run:run`, { epoch: 1, by: 'first' });
    const second = await store.open('run', { takeOver: true });
    const late = await faultOf(first.stream('').append(effect(1, 'd')));
    expect(late.code).toBe('journal_fenced');
    await second.stream('').append(effect(1, 'e'));
    await Promise.all([first.close(), second.close()]);
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'e']);
    await store.close();
  });

  it('says that a line could not be written where the server is gone', async () => {
    const other = await startRedis();
    const store = redisStore({ connection: { ...other.connection, retryStrategy: () => 10 } });
    const journal = await store.create({ runId: 'run' });
    await other.stop();
    const { code } = await faultOf(journal.stream('').append(effect(1, 'a')));
    expect(code).toBe('journal_write_failed');
    await store.close();
  });
});
