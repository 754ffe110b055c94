import { describe, expect, it } from 'vitest';

import { wrapUpReserve } from '../../src/budget/wrap-up-reserve.js';

const left = { tokens: 1_000, costUsd: 1, calls: 10 };

describe('what is set aside for the last call', () => {
  it('has room for its input and its output', () => {
    const wanted = { inputTokens: 100, outputTokens: 50, costUsd: 0.2, calls: 1 };
    expect(wrapUpReserve(left, wanted, {}, {})).toEqual({
      inputTokens: 150,
      costUsd: 0.2,
      calls: 1,
    });
  });

  it('is a tenth more than the largest call took, if that is more than what is wanted', () => {
    const largest = { inputTokens: 100, outputTokens: 100, costUsd: 0.3 };
    const reserve = wrapUpReserve(left, { inputTokens: 20, calls: 1 }, largest, {});
    expect(reserve.inputTokens).toBe(220);
    expect(reserve.costUsd).toBeCloseTo(0.33, 9);
  });

  it('is half of what is left at most, and never less than before', () => {
    expect(wrapUpReserve(left, { inputTokens: 900 }, {}, {}).inputTokens).toBe(500);
    expect(wrapUpReserve(left, {}, {}, { inputTokens: 700 }).inputTokens).toBe(700);
    const little = { ...left, tokens: 600 };
    expect(wrapUpReserve(little, {}, {}, { inputTokens: 700 }).inputTokens).toBe(600);
  });

  it('is nothing if there is no limit', () => {
    const all = { tokens: Infinity, costUsd: Infinity, calls: Infinity };
    expect(wrapUpReserve(all, { inputTokens: 10, calls: 1 }, {}, {})).toEqual({
      inputTokens: 0,
      costUsd: 0,
      calls: 0,
    });
  });
});
