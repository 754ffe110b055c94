import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { untilAborted, untilExpired } from '../../src/internal.js';
import { countingSignal } from '../support/counting-signal.js';

const never = new Promise<never>(() => undefined);

describe('untilAborted', () => {
  it('gives what the work comes to, and forgets the signal', async () => {
    const { controller, listeners } = countingSignal();
    await expect(untilAborted(Promise.resolve(1), controller.signal)).resolves.toBe(1);
    const failed = untilAborted(Promise.reject(new Error('no')), controller.signal);
    await expect(failed).rejects.toThrow('no');
    expect(listeners()).toBe(0);
  });

  it('rejects with the reason of a signal that is aborted first, before or after the call', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(untilAborted(never, controller.signal)).rejects.toThrow('enough');
  });

  it('waits for work that no signal ends', async () => {
    await expect(untilAborted(Promise.resolve(1), undefined)).resolves.toBe(1);
  });

  it('ends what the work waits for, once, and takes the reason that this throws', async () => {
    const controller = new AbortController();
    let ended = 0;
    const waiting = untilAborted(never, controller.signal, { end: () => (ended += 1) });
    const explained = untilAborted(never, controller.signal, {
      end: () => {
        throw new Error('explained');
      },
    });
    const done = untilAborted(Promise.resolve(1), controller.signal, { end: () => (ended += 10) });
    await done;
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(explained).rejects.toThrow('explained');
    expect(ended).toBe(1);
  });
});

describe('untilExpired', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('settles as the work does, and leaves no timer', async () => {
    const expire = vi.fn();
    await expect(untilExpired(Promise.resolve(1), 5, expire)).resolves.toBe(1);
    const failed = untilExpired(Promise.reject(new Error('no')), 5, expire);
    await expect(failed).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
    expect(expire).not.toHaveBeenCalled();
  });

  it('settles as `expire` does once the time is over', async () => {
    const late = untilExpired(never, 5, () => 'late');
    const failed = untilExpired(never, 5, () => {
      throw new Error('too late');
    });
    const settled = Promise.allSettled([late, failed]);
    await vi.advanceTimersByTimeAsync(5);
    expect(await settled).toEqual([
      { status: 'fulfilled', value: 'late' },
      { status: 'rejected', reason: new Error('too late') },
    ]);
  });

  it('waits longer for work that `expire` returns', async () => {
    let finish: (value: number) => void = () => undefined;
    const work = new Promise<number>((resolve) => (finish = resolve));
    const waiting = untilExpired(work, 5, () => work);
    await vi.advanceTimersByTimeAsync(50);
    finish(3);
    await expect(waiting).resolves.toBe(3);
  });

  it('counts by a clock of its own', async () => {
    let expire: () => void = () => undefined;
    let stopped = 0;
    const waiting = untilExpired(
      never,
      7,
      () => 'late',
      (ms, given) => {
        expect(ms).toBe(7);
        expire = given;
        return () => (stopped += 1);
      },
    );
    expire();
    await expect(waiting).resolves.toBe('late');
    await untilExpired(
      Promise.resolve(),
      7,
      () => undefined,
      () => () => (stopped += 1),
    );
    expect(stopped).toBe(1);
  });
});
