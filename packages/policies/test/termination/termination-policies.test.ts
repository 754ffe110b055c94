import { hostileData } from '@rlm/config/hostile-data';
import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import {
  createPolicyRegistry,
  maxSteps,
  tokenBudget,
  type ActionResult,
  type TerminationPolicy,
  convergence,
  costBudget,
  finalPattern,
  noProgress,
  repeatedResponse,
  trivialResponse,
  wallClock,
} from '../../src/index.js';
import { makeContext, makeResult } from '../make.js';

/** Which steps of a run end it. */
function ends(
  policy: TerminationPolicy,
  results: readonly Partial<ActionResult>[],
): readonly boolean[] {
  return results.map(
    (result, at) =>
      policy.shouldTerminate(makeResult(result), makeContext({ step: at + 1 })).terminate,
  );
}

const printing = (...outputs: readonly string[]) => outputs.map((output) => ({ output }));

describe('limits', () => {
  it.each([
    ['max_steps', maxSteps({ maxSteps: 3 }), makeContext({ step: 2 }), makeContext({ step: 3 })],
    [
      'max_steps',
      maxSteps(),
      makeContext({ step: 2, maxSteps: 3 }),
      makeContext({ step: 3, maxSteps: 3 }),
    ],
    [
      'wall_clock',
      wallClock({ maxMs: 5 }),
      makeContext({ metrics: { elapsed_ms: 4 } }),
      makeContext({ metrics: { elapsed_ms: 5 } }),
    ],
    [
      'cost_budget',
      costBudget({ maxCostUsd: 0.5 }),
      makeContext({ metrics: { cost_usd: 0.4 } }),
      makeContext({ metrics: { cost_usd: 0.5 } }),
    ],
    [
      'token_budget',
      tokenBudget({ maxTokens: 9 }),
      makeContext({ metrics: { total_tokens: 8 } }),
      makeContext({ metrics: { total_tokens: 9 } }),
    ],
  ])('%s ends a run before and after a step, at the limit', (code, policy, below, at) => {
    expect(policy.beforeStep?.(below)).toEqual({ terminate: false });
    expect(policy.shouldTerminate(makeResult(), below)).toEqual({ terminate: false });
    expect(policy.beforeStep?.(at)).toMatchObject({ terminate: true, answer: null, code });
    expect(policy.shouldTerminate(makeResult(), at)).toMatchObject({ terminate: true, code });
  });

  it('token_budget counts the tokens of steps where nobody else does', () => {
    const steps = [{ tokensUsed: 4 }, { tokensUsed: 4 }, { tokensUsed: 4 }];
    expect(ends(tokenBudget({ maxTokens: 10 }), steps)).toEqual([false, false, true]);
    expect(ends(tokenBudget({ maxTokens: 10 }), [{ tokensUsed: 9 }, { tokensUsed: 1 }])).toEqual([
      false,
      true,
    ]);
  });
});

describe('error_streak', () => {
  it('starts anew after a success', () => {
    const policy = createPolicyRegistry().getTermination('error_streak', { maxErrors: 2 });
    const [good, bad] = [{ success: true }, { success: false }];
    expect(ends(policy, [bad, good, bad, bad])).toEqual([false, false, false, true]);
  });
});

describe('final_pattern', () => {
  it('reads custom patterns with their flags, groups and variables', () => {
    const policy = finalPattern({
      finalPatterns: ['DONE: (.+?)$', /^end with (?<name>\w+)/g, 'FINAL_VAR\\[(\\w+)\\]'],
    });
    const answerTo = (output: string) =>
      policy.shouldTerminate(makeResult({ output }), makeContext({ variables: { r: [1, 2] } }));
    expect(answerTo('done: it\n')).toMatchObject({ answer: 'it' });
    expect(answerTo('end with x')).toMatchObject({ answer: 'x' });
    expect(answerTo('end with x')).toMatchObject({ answer: 'x' });
    expect(answerTo('FINAL_VAR[r]')).toMatchObject({ answer: '1\n2' });
    expect(answerTo('FINAL_VAR[q]')).toEqual({ terminate: false });
    expect(answerTo("FINAL('x')")).toEqual({ terminate: false });
  });

  it('matches no text when the list of patterns is empty, and still ends on a final action', () => {
    const policy = finalPattern({ finalPatterns: [] });
    const decide = (result: Partial<ActionResult>) =>
      policy.shouldTerminate(makeResult(result), makeContext());
    expect(decide({ output: 'FINAL("42")' })).toEqual({ terminate: false });
    expect(decide({ output: 'it', actionType: 'final' })).toMatchObject({ answer: 'it' });
    const byName = createPolicyRegistry().getTermination('final_pattern', { final_patterns: [] });
    expect(
      byName.shouldTerminate(makeResult({ output: 'FINAL("42")' }), makeContext()).terminate,
    ).toBe(false);
  });

  it('gives the whole output when it does not extract', () => {
    const policy = finalPattern({ extractAnswer: false });
    expect(
      policy.shouldTerminate(makeResult({ output: 'So FINAL(1)' }), makeContext()),
    ).toMatchObject({ answer: 'So FINAL(1)' });
  });

  it('looks at capitals only when it is told so', () => {
    const result = makeResult({ output: "final('x')" });
    expect(finalPattern().shouldTerminate(result, makeContext()).terminate).toBe(true);
    expect(
      finalPattern({ caseSensitive: true }).shouldTerminate(result, makeContext()).terminate,
    ).toBe(false);
  });

  it('does not take inherited names for variables', () => {
    const result = makeResult({ output: 'FINAL_VAR(toString)' });
    expect(finalPattern().shouldTerminate(result, makeContext()).terminate).toBe(false);
  });
});

describe('repeated_response', () => {
  it('finds repeated output, and cycles', () => {
    expect(ends(repeatedResponse(), printing('a', 'a', 'a'))).toEqual([false, false, true]);
    expect(ends(repeatedResponse({ repeats: 2 }), printing('a', 'b', 'a', 'b')).at(-1)).toBe(true);
  });

  it('tells steps apart by their code and calls', () => {
    const steps = [1, 2, 3].map((at) => ({ metadata: { code: `f(${at})` } }));
    expect(ends(repeatedResponse(), steps)).toEqual([false, false, false]);
  });
});

describe('trivial_response', () => {
  it('counts short texts, not short results', () => {
    const steps = printing('ok', 'hm', 'yes');
    expect(ends(trivialResponse(), steps)).toEqual([false, false, false]);
    const texts = steps.map((step) => ({ ...step, actionType: 'text' }));
    expect(ends(trivialResponse(), texts)).toEqual([false, false, true]);
  });
});

describe('no_progress', () => {
  it('ends after steps that print what was printed before, in any order', () => {
    expect(ends(noProgress({ maxSteps: 2 }), printing('a', 'b', 'a', 'b'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('counts a new variable as progress', () => {
    const steps = [1, 2, 3, 4].map((at) => ({ metadata: { newVariables: [`x${at}`] } }));
    expect(ends(noProgress({ maxSteps: 1 }), steps)).toEqual([false, false, false, false]);
  });
});

describe('convergence', () => {
  it('ends when all of the last outputs are alike, with the last as answer', () => {
    const near =
      'the capital city of the country of France is of course Paris as all of us know well';
    const policy = convergence({ similarityThreshold: 0.8 });
    expect(ends(policy, printing('at first', near, `${near}!`, near))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const [same, context] = [makeResult({ output: '42' }), makeContext({ step: 3 })];
    const exact = convergence();
    exact.shouldTerminate(same, context);
    exact.shouldTerminate(same, context);
    expect(exact.shouldTerminate(same, context)).toMatchObject({ answer: '42' });
  });

  it('ends at a threshold of 1 when the outputs are the same', () => {
    const exact = convergence({ similarityThreshold: 1 });
    const same = 'the same four words';
    expect(ends(exact, printing(same, same, same))).toEqual([false, false, true]);
    expect(ends(convergence({ similarityThreshold: 1 }), printing(same, same, 'other'))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('goes on where outputs differ or are empty', () => {
    expect(ends(convergence(), printing('1', '2', '3', '', '', ''))).not.toContain(true);
  });

  it('waits for the first steps', () => {
    expect(ends(convergence({ minSteps: 5 }), printing('a', 'a', 'a', 'a', 'a'))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('finalPattern', () => {
  const result = makeResult({ output: 'FINAL_VAR(x)' });

  it.each(hostileData)('decides, or refuses the variable, if it is $name', ({ make }) => {
    const context = makeContext({ variables: { x: make() } });
    try {
      const { terminate } = finalPattern().shouldTerminate(result, context);
      expect(terminate).toEqual(expect.any(Boolean));
    } catch (error) {
      expect(RlmError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ code: 'invalid_argument' });
    }
  });
});
