import { describe, expect, it } from 'vitest';

import { abortReason, describeStop } from '../../src/session/result.js';

describe('why a cell was stopped', () => {
  it('is an outcome, and an error with a type of its own', () => {
    const reason = 'it did';
    expect(describeStop({ kind: 'final' })).toEqual({
      outcome: 'final',
      error: { type: 'Final', message: expect.stringMatching(/\banswer .*recorded\b/) as string },
    });
    const types = {
      aborted: 'AbortError',
      crashed: 'SandboxCrash',
      violation: 'SandboxViolation',
      memory: 'MemoryError',
    } as const;
    for (const [kind, type] of Object.entries(types) as [keyof typeof types, string][]) {
      expect(describeStop({ kind, reason })).toEqual({
        outcome: kind,
        error: { type, message: reason },
      });
    }
  });

  it('names the time, its limit, and what was running', () => {
    const messageOf = (limit?: string, during?: string): string => {
      const cause = {
        kind: 'timeout',
        limitMs: 99.6,
        limit,
      } as const;
      const { outcome, error } = describeStop({
        ...cause,
        during,
      });
      expect([outcome, error.type]).toEqual(['timeout', 'TimeoutError']);
      return error.message;
    };
    expect(messageOf()).toMatch(/ 100 ms \(.*\bhost calls not .*\)$/);
    expect(messageOf('cellTimeoutMs', 'variables')).toMatch(
      / 100 ms \(cellTimeoutMs, .*\): variables$/,
    );
  });

  it('is the message of an abort, if it has one', () => {
    expect(abortReason(AbortSignal.abort(new Error('no more')))).toBe('no more');
    expect(abortReason(AbortSignal.abort('no more'))).toBe('aborted');
    expect(abortReason(undefined)).toBe('aborted');
  });
});
