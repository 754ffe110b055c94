import { describe, expect, it } from 'vitest';

import { TreeLedger } from '../../src/budget/tree-ledger.js';
import { allowanceFor } from '../../src/model/reserve.js';
import type { ModelRequest } from '../../src/model/index.js';
import { manualClock } from '../../src/testing/index.js';

const request: ModelRequest = { purpose: 'sub', messages: [{ role: 'user', content: 'Why?' }] };
const price = { inputPerMillion: 1, outputPerMillion: 10 };
const capOf = (maxTokens: number, asked: ModelRequest = request): number | undefined =>
  allowanceFor(asked, new TreeLedger({ maxTokens }, manualClock()), undefined).maxOutputTokens;

describe('the cap on a reply whose length nobody has set', () => {
  it('is 8,192 tokens at most, however much is left', () => {
    expect(capOf(1_000_000)).toBe(8_192);
  });

  it('is an eighth of what is left, and 1,024 at least', () => {
    expect(capOf(32_000)).toBe(4_000);
    expect(capOf(4_000)).toBe(1_024);
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
    const ledger = new TreeLedger({ maxCostUsd: 1 }, manualClock());
    const { estimate, maxOutputTokens } = allowanceFor(request, ledger, undefined);
    expect([estimate.outputTokens, maxOutputTokens]).toEqual([0, undefined]);
  });

  it('is as long as asked for, if that is set', () => {
    expect(capOf(1_000_000, { ...request, maxOutputTokens: 20_000 })).toBe(20_000);
  });

  it('is what the money that is left pays for', () => {
    const ledger = new TreeLedger({ maxCostUsd: 0.001 }, manualClock());
    const { estimate, maxOutputTokens = 0 } = allowanceFor(request, ledger, price);
    expect(maxOutputTokens).toBeGreaterThan(90);
    expect(maxOutputTokens).toBeLessThan(100);
    expect(estimate.costUsd).toBeLessThanOrEqual(0.001);
  });

  it('is what the money pays for with a price of less than a dollar too', () => {
    const ledger = new TreeLedger({ maxCostUsd: 0.001 }, manualClock());
    const cheap = { inputPerMillion: 0.1, outputPerMillion: 0.5 };
    const asked = { ...request, maxOutputTokens: 100_000 };
    const { maxOutputTokens } = allowanceFor(asked, ledger, cheap);
    expect(maxOutputTokens).toBeGreaterThan(1_900);
    expect(maxOutputTokens).toBeLessThanOrEqual(2_000);
  });
});
