import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { defaultRlmLimits } from '../../src/options/limits.js';
import { sessionLimits } from '../../src/session/session-limits.js';
import { watchedBackend } from '../support/watched-backend.js';

describe('sessionLimits', () => {
  it('bounds nothing a second time that the run bounds itself', () => {
    const limits = { ...defaultRlmLimits, timeoutMs: 7_200_000, maxOutputChars: 5_000.5 };
    expect(sessionLimits(0, limits)).toEqual({
      sessionMs: 7_200_000,
      outputChars: 5_000,
      hostCallMs: 7_200_000,
      hostCalls: Number.MAX_SAFE_INTEGER,
      concurrency: Number.MAX_SAFE_INTEGER,
    });
  });

  it('is what a session takes, also where the run has no bound', () => {
    const limits = { ...defaultRlmLimits, timeoutMs: Infinity, maxOutputChars: Infinity };
    expect(Object.values(sessionLimits(0, limits)).every(Number.isSafeInteger)).toBe(true);
    expect(sessionLimits(0, limits).hostCallMs).toBe(2 ** 31 - 1);
  });

  it('lets one value be as large as the contexts are', () => {
    expect(sessionLimits(1_000_000, defaultRlmLimits)).not.toHaveProperty('valueBytes');
    expect(sessionLimits(100_000_000, defaultRlmLimits)).toMatchObject({ valueBytes: 400_000_000 });
  });

  it('keeps limits that were asked for', () => {
    const given = { valueBytes: 7, hostCallMs: 8, outputChars: 9, cellMs: 5 };
    expect(sessionLimits(100_000_000, defaultRlmLimits, given)).toMatchObject(given);
  });

  it('counts the contexts of a run together', async () => {
    const sandbox = watchedBackend();
    const contexts = { a: { value: 'x'.repeat(9_000_000) }, b: { value: ['y'.repeat(9_000_000)] } };
    await runRlm({ model: () => 'FINAL(ok)', sandbox, query: 'q', contexts }).result;
    expect(sandbox.opened[0]?.limits?.valueBytes).toBeGreaterThan(4 * 18_000_000 - 1);
  });
});
