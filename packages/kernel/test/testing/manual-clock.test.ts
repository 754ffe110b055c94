import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/index.js';
import { manualClock, recordEvents } from '../../src/testing/index.js';

describe('manualClock', () => {
  it('stands still until it is told to go on', async () => {
    const clock = manualClock(1000);
    expect(clock.now()).toBe(1000);
    await clock.advance(50);
    expect(clock.now()).toBe(1050);
  });

  it('wakes who sleeps, in order, and lets them run', async () => {
    const clock = manualClock();
    const log: string[] = [];
    const nap = async (ms: number): Promise<void> => {
      await clock.sleep(ms);
      log.push(`${ms} at ${clock.now()}`);
      if (ms === 10) await nap(5);
    };
    void nap(20);
    void nap(10);
    void nap(100);
    await clock.advance(30);
    expect(log).toEqual(['10 at 10', '5 at 15', '20 at 20']);
    expect(clock.sleeping).toBe(1);
    expect(await clock.advanceToNext()).toBe(true);
    expect(clock.now()).toBe(100);
    expect(await clock.advanceToNext()).toBe(false);
  });

  it('ends a sleep with its signal', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const slept = clock.sleep(10, controller.signal);
    controller.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough');
    expect(clock.sleeping).toBe(0);
  });
});

describe('systemClock', () => {
  it('sleeps at least as long as it is asked to', async () => {
    const start = systemClock.now();
    await systemClock.sleep(15);
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(14);
  });

  it('ends a sleep with its signal, also one beyond what a timer holds', async () => {
    const controller = new AbortController();
    const slept = systemClock.sleep(2 ** 40, controller.signal);
    controller.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(systemClock.sleep(1, controller.signal)).rejects.toThrow('enough');
  });
});

describe('recordEvents', () => {
  it('has the events so far and all of them at the end', async () => {
    const stream = async function* (): AsyncGenerator<{ type: string }> {
      yield { type: 'one' };
      await Promise.resolve();
      yield { type: 'two' };
    };
    const recorder = recordEvents(stream());
    expect(recorder.types()).toEqual([]);
    expect(await recorder.finished).toEqual([{ type: 'one' }, { type: 'two' }]);
    expect(recorder.types()).toEqual(['one', 'two']);
  });
});
