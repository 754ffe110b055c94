import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { redisStore } from '../../src/bullmq/index.js';
import {
  effect,
  faultOf,
  finalEnd,
  infoOf,
  recorded,
  textsOf,
} from '../../src/testing/cases/material.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { noRedis, startRedis, type RedisServer } from '../support/redis-server.js';

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;

describe.skipIf(noRedis !== undefined)(`a reply of Redis that is lost${note}`, () => {
  let server: RedisServer;
  let proxy: CuttingProxy;
  let store: ReturnType<typeof redisStore>;
  let prefixes = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    proxy = await startCuttingProxy(server.connection.port);
    const connection = { ...proxy.connection, retryStrategy: () => 10 };
    store = redisStore({ connection, prefix: `l${++prefixes}` });
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  it('does not make a driver stop whose line was written', async () => {
    const journal = await store.create({ runId: 'run' });
    await journal.stream('').append(effect(1, 'a'));
    proxy.cutReplyTo('LOSE-THIS');
    await journal.stream('').append(effect(1, 'LOSE-THIS'));
    await journal.stream('').append(effect(1, 'c'));
    await journal.end(finalEnd);
    await journal.close();
    expect(proxy.cuts).toBe(1);
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'LOSE-THIS', 'c']);
  });

  it('does not make a record be another that was written', async () => {
    const { records } = store;
    await records?.write('a', 'one', undefined);
    proxy.cutReplyTo('LOSE-THIS');
    expect(await records?.write('a', 'LOSE-THIS', 'one')).toBe(true);
    expect(proxy.cuts).toBe(1);
    expect(await records?.read('a')).toBe('LOSE-THIS');
  });

  it('does not make a run be there already that was just created', async () => {
    proxy.cutReplyTo('LOSE-THIS');
    const journal = await store.create({ runId: 'run', spec: 'LOSE-THIS' });
    await journal.close();
    expect(proxy.cuts).toBe(1);
    expect((await infoOf(store, 'run'))?.status).toBe('open');
    expect((await faultOf(store.create({ runId: 'run' }))).code).toBe('journal_exists');
  });

  it('does not make a driver be kept out by its own lease, or by its own opening', async () => {
    await (await store.create({ runId: 'run' })).close();
    proxy.cutReplyTo('NX');
    const first = await store.open('run');
    await first.stream('').append(effect(1, 'a'));
    expect((await faultOf(store.open('run'))).code).toBe('journal_locked');
    await first.close();
    expect(proxy.cuts).toBe(1);
    proxy.cutReplyTo('"t":"open"');
    const second = await store.open('run');
    await second.stream('').append(effect(1, 'b'));
    await second.close();
    expect(proxy.cuts).toBe(2);
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'b']);
  });

  it('does not let a driver go on whose run was taken over meanwhile', async () => {
    const first = await store.create({ runId: 'run' });
    await first.stream('').append(effect(1, 'a'));
    const second = await store.open('run', { takeOver: true });
    proxy.cutReplyTo('LATE');
    expect((await faultOf(first.stream('').append(effect(1, 'LATE')))).code).toBe('journal_fenced');
    expect(proxy.cuts).toBe(1);
    await second.stream('').append(effect(1, 'b'));
    await Promise.all([first.close(), second.close()]);
    expect(textsOf(await recorded(store, 'run'))).toEqual(['a', 'b']);
  });
});
