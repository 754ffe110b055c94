import { describe, expect, it } from 'vitest';

import { TreeLedger } from '../../src/budget/tree-ledger.js';
import { allowanceFor } from '../../src/model/reserve.js';
import type { RunLimits } from '../../src/index.js';
import type { ModelPrice, ModelRequest } from '../../src/model/index.js';
import { manualClock } from '../../src/testing/index.js';

const request: ModelRequest = { purpose: 'sub', messages: [{ role: 'user', content: 'Why?' }] };
const price = { inputPerMillion: 1, outputPerMillion: 10 };
const allowance = (
  limits: RunLimits,
  asked: ModelRequest = request,
  given?: ModelPrice,
): ReturnType<typeof allowanceFor> => {
  const ledger = new TreeLedger(limits, manualClock());
  return allowanceFor(asked, ledger.account.remainingAlone(), ledger, given);
};
const capOf = (maxTokens: number, asked: ModelRequest = request): number | undefined =>
  allowance({ maxTokens }, asked).maxOutputTokens;

describe('the cap on a reply whose length nobody has set', () => {
  it('is 8,192 tokens, however much is left', () => {
    expect(capOf(1_000_000)).toBe(8_192);
    expect(capOf(10_000)).toBe(8_192);
  });

  it('leaves room for the request in what is left', () => {
    const cap = capOf(200) ?? 0;
    expect(cap).toBeGreaterThan(150);
    expect(cap).toBeLessThan(200);
  });

  it('is 16 tokens at least, or fewer if fewer are asked for', () => {
    expect(capOf(1)).toBe(16);
    expect(capOf(1, { ...request, maxOutputTokens: 5 })).toBe(5);
  });

  it('is none where neither tokens nor prices are known to be bounded', () => {
    const { estimate, maxOutputTokens } = allowance({ maxCostUsd: 1 });
    expect([estimate.outputTokens, maxOutputTokens]).toEqual([0, undefined]);
  });

  it('is as long as asked for, if that is set', () => {
    expect(capOf(1_000_000, { ...request, maxOutputTokens: 20_000 })).toBe(20_000);
  });

  it('is what the money that is left pays for', () => {
    const { estimate, maxOutputTokens = 0 } = allowance({ maxCostUsd: 0.001 }, request, price);
    expect(maxOutputTokens).toBeGreaterThan(90);
    expect(maxOutputTokens).toBeLessThan(100);
    expect(estimate.costUsd).toBeLessThanOrEqual(0.001);
  });

  it('is what the money pays for with a price of less than a dollar too', () => {
    const cheap = { inputPerMillion: 0.1, outputPerMillion: 0.5 };
    const asked = { ...request, maxOutputTokens: 100_000 };
    const { maxOutputTokens } = allowance({ maxCostUsd: 0.001 }, asked, cheap);
    expect(maxOutputTokens).toBeGreaterThan(1_900);
    expect(maxOutputTokens).toBeLessThanOrEqual(2_000);
  });
});

describe('limits.maxOutputTokens', () => {
  const root: ModelRequest = { ...request, purpose: 'root' };

  it('is the cap of every reply, without another limit too', () => {
    expect(allowance({ maxOutputTokens: 500 })).toEqual({ estimate: {}, maxOutputTokens: 500 });
    expect(allowance({ maxOutputTokens: 500, maxTokens: 100_000 }).maxOutputTokens).toBe(500);
  });

  it('is one for sub-queries and one for all others', () => {
    const limits = { maxOutputTokens: { root: 900, sub: 300 }, maxTokens: 100_000 };
    expect(allowance(limits).maxOutputTokens).toBe(300);
    expect(allowance(limits, root).maxOutputTokens).toBe(900);
    expect(allowance(limits, { ...root, purpose: 'summary' }).maxOutputTokens).toBe(900);
    const onlySub = { maxOutputTokens: { sub: 300 }, maxTokens: 100_000 };
    expect(allowance(onlySub, root).maxOutputTokens).toBe(8_192);
  });

  it('does not raise what a request asks for itself, nor what a run above allows', () => {
    const asked = { ...request, maxOutputTokens: 100 };
    expect(allowance({ maxOutputTokens: 500 }, asked).maxOutputTokens).toBe(100);
    const above = new TreeLedger({ maxOutputTokens: { sub: 200 } }, manualClock());
    const below = new TreeLedger({ maxOutputTokens: 500 }, manualClock(), above);
    expect([below.replyCap('sub'), below.replyCap('root')]).toEqual([200, 500]);
    expect(above.replyCap('root')).toBe(undefined);
  });
});
