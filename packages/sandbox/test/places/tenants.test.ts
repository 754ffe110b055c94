import { describe, expect, it } from 'vitest';

import { createSandboxPool } from '../../src/index.js';
import { scripted } from '../../src/scripted/index.js';
import { TenantQueue } from '../../src/session/places/tenant-queue.js';

const queueOf = (...items: readonly string[]): TenantQueue<string> => {
  const queue = new TenantQueue<string>();
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
};

describe('tenants who wait', () => {
  it('take turns, and each is served in the order of its own', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
    expect(queue.size).toBe(6);
    const served = Array.from({ length: 7 }, () => queue.next());
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
    expect(queue.size).toBe(0);
  });

  it('are passed over while they are not fit, and keep their turn', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    expect(queue.next((item) => item === 'a2')).toBe('a2');
    expect(queue.next((item) => item === 'c1')).toBe(undefined);
    expect([queue.next(), queue.next(), queue.size]).toEqual(['b1', 'a1', 0]);
  });

  it('leave without a trace, once', () => {
    const queue = new TenantQueue<string>();
    const leave = queue.add('a', 'a1');
    queue.add('a', 'a2');
    leave();
    leave();
    expect([queue.size, queue.next(), queue.next()]).toEqual([1, 'a2', undefined]);
    queue.add('b', 'b1')();
    expect([queue.size, queue.next()]).toEqual([0, undefined]);
  });

  it('make room for others by the last of the longest line', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2');
    expect(queue.giveWay('b')).toBe('a3');
    // Of lines of the same length, the last of its own.
    expect(queue.giveWay('b')).toBe('b2');
    expect(queue.giveWay('c')).toBe('a2');
    expect(queue.size).toBe(2);
    expect(new TenantQueue().giveWay('')).toBe(undefined);
  });
});

describe('a pool', () => {
  it('serves a tenant with one session before the thousand of another', async () => {
    const pool = createSandboxPool(scripted(), { max: 1, maxWaiting: 2_000 });
    const first = await pool.open();
    const order: string[] = [];
    const use = async (tenant: string): Promise<void> => {
      const session = await pool.open({ tenant });
      order.push(tenant);
      await session.close();
    };
    const many = Array.from({ length: 1_000 }, () => use('many'));
    const one = use('one');
    await first.close();
    await Promise.all([...many, one]);
    expect(order.indexOf('one')).toBe(1);
    expect(order).toHaveLength(1_001);
  });

  it('refuses the last of the tenant who fills its queue', async () => {
    const pool = createSandboxPool(scripted(), { max: 1, maxWaiting: 3 });
    const first = await pool.open();
    const many = Array.from({ length: 3 }, () => pool.open({ tenant: 'many' }));
    const settled = Promise.allSettled(many);
    const one = pool.open({ tenant: 'one' });
    await expect(pool.open({ tenant: 'many' })).rejects.toMatchObject({ code: 'pool_full' });
    await first.close();
    for (const waiting of [many[0], one, many[1]]) await (await waiting)?.close();
    const [, , last] = await settled;
    expect(last).toMatchObject({ status: 'rejected', reason: { code: 'pool_full' } });
  });
});
