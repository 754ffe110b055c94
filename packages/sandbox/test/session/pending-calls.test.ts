import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../src/index.js';
import { createPendingCalls } from '../../src/session/pending-calls.js';

describe('the calls that wait for the host', () => {
  const { maxPendingCalls, maxValueBytes } = defaultLimits;

  it('are bounded in number: the others of thousands of small ones wait in the guest', () => {
    const pending = createPendingCalls(defaultLimits);
    const taken = Array.from({ length: 5_000 }, (_, call) => pending.add({ call, args: '[]' }));
    expect(taken.indexOf(false)).toBe(maxPendingCalls);
    expect(pending.count()).toBe(maxPendingCalls);
    expect(pending.remove(0)).toBe(true);
    expect(pending.add({ call: 5_000, args: '[]' })).toBe(true);
    expect(pending.add({ call: 5_001, args: '[]' })).toBe(false);
  });

  it('have each a number of their own', () => {
    const pending = createPendingCalls(defaultLimits);
    expect(pending.add({ call: 7, args: '[]' })).toBe(true);
    expect(pending.add({ call: 7, args: '[]' })).toBe(false);
    expect([pending.count(), pending.remove(7), pending.count()]).toEqual([1, true, 0]);
    expect(pending.add({ call: 7, args: '[]' })).toBe(true);
  });

  it('are bounded by their arguments together: one alone may be as large as allowed', () => {
    const pending = createPendingCalls(defaultLimits);
    const half = 'a'.repeat(maxValueBytes / 2);
    const taken = Array.from({ length: 200 }, (_, call) => pending.add({ call, args: half }));
    expect(taken.filter(Boolean)).toHaveLength(2);
    for (const call of [0, 1]) pending.remove(call);
    expect(pending.add({ call: 300, args: half + half })).toBe(true);
    expect(pending.add({ call: 301, args: '[]' })).toBe(false);
  });
});
