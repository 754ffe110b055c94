import { describe, expect, it } from 'vitest';

import { createSemaphore } from '../../src/internal.js';

const signal = new AbortController().signal;

describe('createSemaphore', () => {
  it('lets at most its limit run, and everybody in the end', async () => {
    const semaphore = createSemaphore(3);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        semaphore.run(async () => {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          order.push(index);
          running -= 1;
        }, signal),
      ),
    );
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('lets the next one in when a task fails', async () => {
    const semaphore = createSemaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error('no')), signal)).rejects.toThrow(
      'no',
    );
    await expect(semaphore.run(() => Promise.resolve(1), signal)).resolves.toBe(1);
  });

  it('gives up the place of one that is aborted while it waits', async () => {
    const semaphore = createSemaphore(1);
    let finish = (): void => undefined;
    const first = semaphore.run(() => new Promise<void>((resolve) => (finish = resolve)), signal);
    const controller = new AbortController();
    const second = semaphore.run(() => Promise.resolve(), controller.signal);
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    finish();
    await first;
    await expect(semaphore.run(() => Promise.resolve('in'), signal)).resolves.toBe('in');
  });

  it('gives a place for as long as it is held, and back once', async () => {
    const semaphore = createSemaphore(1);
    const leave = await semaphore.enter(signal);
    expect(semaphore.tryEnter()).toBeUndefined();
    const next = semaphore.enter(signal);
    leave();
    leave();
    const leaveNext = await next;
    expect(semaphore.tryEnter()).toBeUndefined();
    leaveNext();
    expect(semaphore.tryEnter()).toBeTypeOf('function');
  });

  it('lets nobody in who is aborted already', async () => {
    const semaphore = createSemaphore(1);
    await expect(semaphore.enter(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    expect(semaphore.tryEnter()).toBeTypeOf('function');
  });
});
