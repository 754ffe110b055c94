import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startCellClock } from '../../../src/supervisor/cell/cell-clock.js';

describe('the clock of a cell', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls at the deadline, once', () => {
    const onDeadline = vi.fn();
    const clock = startCellClock(100, onDeadline);
    vi.advanceTimersByTime(99);
    expect([onDeadline.mock.calls.length, clock.elapsedMs()]).toEqual([0, 99]);
    vi.advanceTimersByTime(500);
    expect(onDeadline).toHaveBeenCalledTimes(1);
  });

  it('counts no time while the guest waits', () => {
    const onDeadline = vi.fn();
    const clock = startCellClock(100, onDeadline);
    vi.advanceTimersByTime(40);
    clock.pause();
    vi.advanceTimersByTime(1_000);
    clock.pause();
    expect([onDeadline.mock.calls.length, clock.elapsedMs()]).toEqual([0, 40]);
    clock.run();
    vi.advanceTimersByTime(30);
    clock.run();
    vi.advanceTimersByTime(29);
    expect([onDeadline.mock.calls.length, clock.elapsedMs()]).toEqual([0, 99]);
    vi.advanceTimersByTime(1);
    expect(onDeadline).toHaveBeenCalledTimes(1);
  });

  it('calls at once if it runs on after its deadline, and never after it was stopped', () => {
    const onDeadline = vi.fn();
    const clock = startCellClock(0, onDeadline);
    clock.pause();
    vi.advanceTimersByTime(10);
    expect(onDeadline).toHaveBeenCalledTimes(0);
    clock.run();
    vi.advanceTimersByTime(0);
    expect(onDeadline).toHaveBeenCalledTimes(1);

    const stopped = startCellClock(10, onDeadline);
    vi.advanceTimersByTime(5);
    stopped.stop();
    vi.advanceTimersByTime(100);
    expect([onDeadline.mock.calls.length, stopped.elapsedMs()]).toEqual([1, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
