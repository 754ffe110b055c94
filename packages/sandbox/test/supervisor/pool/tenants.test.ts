import { describe, expect, it } from 'vitest';

import { createSandboxPool } from '../../../src/index.js';
import { scripted } from '../../../src/scripted/index.js';
import { createTenantQueue } from '../../../src/supervisor/pool/tenant-queue.js';

describe('tenants who wait', () => {
  it('take turns, and each is served in the order of its own', () => {
    const queue = createTenantQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item);
    expect(queue.size).toBe(6);
    const served = Array.from({ length: 7 }, () => queue.next());
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
    expect(queue.size).toBe(0);
  });

  it('leave without a trace, once', () => {
    const queue = createTenantQueue<string>();
    const leave = queue.add('a', 'a1');
    queue.add('a', 'a2');
    leave();
    leave();
    expect([queue.size, queue.next(), queue.next()]).toEqual([1, 'a2', undefined]);
    queue.add('b', 'b1')();
    expect([queue.size, queue.next()]).toEqual([0, undefined]);
  });

  it('make room for others by the last of the longest line', () => {
    const queue = createTenantQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1']) queue.add(item.charAt(0), item);
    expect(queue.giveWay('a')).toBe(undefined);
    expect(queue.giveWay('b')).toBe('a3');
    // Now each has a line of two: another of b would only change who waits longer.
    expect(queue.giveWay('b')).toBe(undefined);
    expect(queue.giveWay('')).toBe('a2');
    expect(queue.giveWay('')).toBe(undefined);
    expect(queue.size).toBe(2);
  });
});

describe('a pool', () => {
  it('serves a tenant with one session before the thousand of another', async () => {
    const pool = createSandboxPool(scripted(), { warm: 0, max: 1, maxWaiting: 2_000 });
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
    await pool.close();
  });

  it('refuses the last of the tenant who fills its queue', async () => {
    const pool = createSandboxPool(scripted(), { warm: 0, max: 1, maxWaiting: 3 });
    const first = await pool.open();
    const many = Array.from({ length: 3 }, () => pool.open({ tenant: 'many' }));
    const settled = Promise.allSettled(many);
    const one = pool.open({ tenant: 'one' });
    await expect(pool.open({ tenant: 'many' })).rejects.toMatchObject({ code: 'pool_full' });
    await first.close();
    for (const waiting of [many[0], one, many[1]]) await (await waiting)?.close();
    const [, , last] = await settled;
    expect(last).toMatchObject({ status: 'rejected', reason: { code: 'pool_full' } });
    await pool.close();
  });
});
