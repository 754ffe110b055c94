import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import {
  allOf,
  anyOf,
  confidence,
  maxSteps,
  not,
  rewardThreshold,
  tokenBudget,
  errorStreak,
  finalPattern,
} from '../../src/index.js';
import { makeContext, makeResult } from '../make.js';

const saysFinal = makeResult({ output: "FINAL('x')" });
const late = makeContext({ step: 5, metrics: { last_reward: -1 } });

describe('anyOf', () => {
  it('takes the next answer when the first policy has none', () => {
    const policy = anyOf(maxSteps({ maxSteps: 5 }), finalPattern());
    expect(policy.shouldTerminate(saysFinal, late)).toMatchObject({
      answer: 'x',
      code: 'final_pattern',
    });
  });

  it('keeps every policy up to date, also at steps at which another one fires', () => {
    const policy = anyOf(finalPattern(), errorStreak({ maxErrors: 2 }));
    const failed = { success: false, error: 'no' };
    expect(
      policy.shouldTerminate(makeResult({ ...failed, output: "FINAL('x')" }), late),
    ).toMatchObject({ answer: 'x' });
    expect(policy.shouldTerminate(makeResult(failed), late)).toMatchObject({
      code: 'error_streak',
    });
  });

  it('takes a policy that has nothing to say before a step', () => {
    const silent = { ...finalPattern() };
    Reflect.deleteProperty(silent, 'beforeStep');
    for (const policy of [anyOf(silent), allOf(silent), anyOf(silent, maxSteps({ maxSteps: 9 }))]) {
      expect(policy.beforeStep?.(late)).toMatchObject({ terminate: false });
    }
  });

  it('asks before a step, too', () => {
    const policy = anyOf(finalPattern(), maxSteps({ maxSteps: 5 }));
    expect(policy.beforeStep?.(late)).toMatchObject({ code: 'max_steps' });
    expect(policy.beforeStep?.(makeContext({ step: 4 }))).toEqual({ terminate: false });
  });

  it('passes a note on when nothing ends the run', () => {
    const noting = {
      ...finalPattern(),
      shouldTerminate: () => ({ terminate: false, note: 'hm' }) as const,
    };
    expect(anyOf(maxSteps, noting).shouldTerminate(makeResult(), makeContext())).toEqual({
      terminate: false,
      note: 'hm',
    });
  });

  it('takes policies, factories, stop conditions and lists of them', () => {
    const policy = anyOf([tokenBudget, maxSteps()], ({ steps }) => steps.length === 2);
    expect(policy.shouldTerminate(makeResult(), makeContext()).terminate).toBe(false);
    expect(policy.shouldTerminate(makeResult(), makeContext()).terminate).toBe(true);
  });
});

describe('allOf', () => {
  it('takes an answer before the message of a failure', () => {
    const policy = allOf(rewardThreshold({ maxNegativeStreak: 1 }), finalPattern());
    expect(policy.shouldTerminate(saysFinal, late)).toMatchObject({ answer: 'x' });
  });

  it('does not count the fallback of a policy as agreement', () => {
    const unsure = makeResult({ output: "FINAL('x')", metadata: { confidence: 0.1 } });
    expect(allOf(confidence(), finalPattern()).shouldTerminate(unsure, late).terminate).toBe(false);
    const either = anyOf(confidence(), finalPattern());
    expect(allOf(either, finalPattern()).shouldTerminate(unsure, late).terminate).toBe(true);
  });
});

describe('not', () => {
  it('turns a decision round, and never before a step', () => {
    const policy = not(maxSteps({ maxSteps: 5 }));
    expect(policy.shouldTerminate(makeResult(), late).terminate).toBe(false);
    expect(policy.shouldTerminate(makeResult(), makeContext()).terminate).toBe(true);
    expect(policy.beforeStep?.(makeContext())).toEqual({ terminate: false });
  });
});

describe.each([
  ['anyOf', anyOf],
  ['allOf', allOf],
])('%s', (_, combine) => {
  it('refuses to combine nothing', () => {
    const refusal = errorWith({ code: 'invalid_policy', facts: ['got none'] });
    expect(() => combine()).toThrow(refusal);
    expect(() => combine([])).toThrow(refusal);
  });

  it('refuses what is no policy', () => {
    expect(() => combine('final_pattern' as never)).toThrow(
      errorWith({ code: 'invalid_policy', facts: ['got "final_pattern"'] }),
    );
    expect(() => combine(null as never)).toThrow(
      errorWith({ code: 'invalid_policy', facts: ['got null'] }),
    );
  });

  it('resets what it combines', () => {
    const policy = combine(errorStreak({ maxErrors: 2 }));
    const failed = makeResult({ success: false });
    policy.shouldTerminate(failed, makeContext());
    policy.reset();
    expect(policy.shouldTerminate(failed, makeContext()).terminate).toBe(false);
  });
});
