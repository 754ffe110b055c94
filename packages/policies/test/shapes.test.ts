import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { actionResult, createPolicyRegistry, policyContext } from '../src/index.js';

describe('actionResult', () => {
  it('fills in what is not given, and freezes', () => {
    const result = actionResult({ actionType: 'code', output: "FINAL('42')", error: undefined });
    expect(result).toEqual({
      actionType: 'code',
      success: true,
      output: "FINAL('42')",
      error: null,
      durationMs: 0,
      tokensUsed: 0,
      metadata: {},
    });
    expect(Object.isFrozen(result)).toBe(true);
  });

  it('refuses a field that there is not, and names the nearest', () => {
    expect(() => actionResult({ action_type: 'code' } as object)).toThrow(
      invalidOption('action_type', 'actionResult', 'actionType'),
    );
  });
});

describe('policyContext', () => {
  it('fills in what is not given, and freezes', () => {
    const context = policyContext({ metrics: { last_reward: 0.4 } });
    expect(context).toEqual({
      task: '',
      step: 0,
      maxSteps: Infinity,
      history: [],
      variables: {},
      metrics: { last_reward: 0.4 },
      config: {},
    });
    expect(Object.isFrozen(context)).toBe(true);
  });

  it('refuses a field that there is not', () => {
    expect(() => policyContext({ max_steps: 3 } as object)).toThrow(
      invalidOption('max_steps', 'maxSteps'),
    );
  });
});

describe('the documented examples in the short shapes', () => {
  it('finds FINAL() in the output', () => {
    const policy = createPolicyRegistry().getTermination('final_pattern');
    const output = "After computing, the answer is FINAL('42')";
    const result = actionResult({ actionType: 'code', success: true, output });
    const context = policyContext({ task: 'What is 6*7?' });
    expect(policy.shouldTerminate(result, context)).toMatchObject({
      terminate: true,
      answer: '42',
    });
  });

  it('looks FINAL_VAR() up in the variables, and names the variable', () => {
    const policy = createPolicyRegistry().getTermination('final_pattern');
    const result = actionResult({ output: "FINAL_VAR('result')" });
    const context = policyContext({ variables: { result: 4950 } });
    expect(policy.shouldTerminate(result, context)).toMatchObject({
      terminate: true,
      answer: '4950',
      variable: 'result',
    });
  });

  it('sums rewards up to the threshold', () => {
    const policy = createPolicyRegistry().getTermination('reward_threshold');
    const after = (last_reward: number, output: string) =>
      policy.shouldTerminate(
        actionResult({ actionType: 'code', output }),
        policyContext({ metrics: { last_reward } }),
      );
    expect(after(0.4, 'progress...').terminate).toBe(false);
    expect(after(0.5, 'more progress...')).toMatchObject({
      terminate: true,
      reason: 'Reward threshold reached: 0.90',
    });
  });

  it('ends on confidence from the second step on, and else on FINAL()', () => {
    const policy = createPolicyRegistry().getTermination('confidence');
    const decide = (output: string, confidence: number, step: number) =>
      policy.shouldTerminate(
        actionResult({ actionType: 'code', output, metadata: { confidence } }),
        policyContext({ step }),
      );
    expect(decide('42', 0.99, 0).terminate).toBe(false);
    expect(decide('42', 0.99, 3)).toMatchObject({ terminate: true, answer: '42' });
    expect(decide("I think it might be FINAL('42')", 0.4, 3)).toMatchObject({
      terminate: true,
      answer: '42',
    });
  });
});
