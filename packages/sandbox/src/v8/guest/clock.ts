import { defineValue, guestGlobal, uncurry } from '../../javascript/guest/intrinsics.js';

/** Replaces `Date` by one whose clock is set; returns the function that sets it. */
export function pinClock(): (nowMs: number) => void {
  const Real = Date;
  const { construct } = Reflect;
  const textOf: (date: Date) => string = uncurry(Real.prototype, 'toString');
  let now = 0;

  function PinnedDate(...args: unknown[]): unknown {
    if ((new.target as unknown) === undefined) return textOf(new Real(now));
    return construct(Real, args.length === 0 ? [now] : args, new.target);
  }
  const pinned = PinnedDate as unknown as Record<string, unknown>;
  defineValue(pinned, 'name', 'Date', false);
  Object.defineProperty(pinned, 'name', { value: 'Date', writable: false });
  Object.defineProperty(pinned, 'length', { value: 7, writable: false });
  Object.defineProperty(pinned, 'prototype', { value: Real.prototype, writable: false });
  defineValue(pinned, 'now', { now: () => now }.now, false);
  defineValue(pinned, 'parse', Real.parse, false);
  defineValue(pinned, 'UTC', Real.UTC, false);
  defineValue(Real.prototype, 'constructor', pinned, false);
  defineValue(guestGlobal, 'Date', pinned, false);
  return (nowMs) => {
    now = nowMs;
  };
}
