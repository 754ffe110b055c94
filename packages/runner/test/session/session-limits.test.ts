import { defaultLimits } from '@rlm/sandbox';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { limitsFor } from '../../src/session/session-limits.js';
import { fakeBackend } from '../support/fake-backend.js';

describe('limitsFor', () => {
  it('leaves a session of ordinary contexts as it is', () => {
    expect(limitsFor(0, undefined)).toBeUndefined();
    expect(limitsFor(1_000_000, { cellMs: 5 })).toEqual({ cellMs: 5 });
  });

  it('lets one value be as large as the contexts are', () => {
    const limits = limitsFor(100_000_000, { cellMs: 5 });
    expect(limits).toEqual({ valueBytes: 400_000_000, cellMs: 5 });
    expect(limits?.valueBytes).toBeGreaterThan(defaultLimits.valueBytes);
  });

  it('keeps a limit that was asked for', () => {
    expect(limitsFor(100_000_000, { valueBytes: 7 })).toEqual({ valueBytes: 7 });
  });

  it('counts the contexts of a run together', async () => {
    const sandbox = fakeBackend();
    const contexts = { a: { value: 'x'.repeat(9_000_000) }, b: { value: ['y'.repeat(9_000_000)] } };
    await runRlm({ model: () => 'FINAL(ok)', sandbox, query: 'q', contexts }).result;
    expect(sandbox.opened[0]?.limits?.valueBytes).toBeGreaterThan(4 * 18_000_000 - 1);
  });
});
