import { describe, expect, it } from 'vitest';

import { createStopSignal } from '../../../src/pyodide/child/stop-signal.js';

function setUp() {
  const state = { wanted: false, now: 0 };
  const signal = createStopSignal(
    () => state.wanted,
    () => state.now,
  );
  const hits = (looks: number) => Array.from({ length: looks }, signal.next).filter((n) => n === 2);
  return { state, signal, hits };
}

describe('createStopSignal', () => {
  it('is silent until a cell is to stop, then signals again and again', () => {
    const { state, hits } = setUp();
    expect(hits(10)).toHaveLength(0);
    state.wanted = true;
    expect(hits(10)).toHaveLength(5);
  });

  it('signals after the final answer until the cell is over', () => {
    const { signal, hits } = setUp();
    signal.finish();
    expect(hits(4)).toHaveLength(2);
    signal.reset();
    expect(hits(4)).toHaveLength(0);
  });

  it('is silent for a moment when the code has ended', () => {
    const { state, signal, hits } = setUp();
    state.wanted = true;
    signal.pause();
    expect(hits(4)).toHaveLength(0);
    state.now = 401;
    expect(hits(4)).toHaveLength(2);
  });

  it('lands at another distance each time', () => {
    const { state, signal } = setUp();
    const distances = new Set<number>();
    signal.attachClock((jumps) => distances.add(jumps));
    state.wanted = true;
    for (let look = 0; look < 40; look++) signal.next();
    expect(distances.size).toBe(13);
  });
});
