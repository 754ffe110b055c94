import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { actionResult, policyContext } from '../../src/index.js';
import { rewardBy, valueStep, type RewardPolicy } from '../../src/reward/index.js';
import { lenientReward, researchReward } from '../built-ins.js';

describe('rewardBy', () => {
  it('makes a reward policy of a function of the result and the context', () => {
    const halves = rewardBy(({ output }, { step }) => output.length / step, 'halves');
    const signal = valueStep(halves, actionResult({ output: 'four' }), policyContext({ step: 2 }));
    expect(signal).toEqual({
      value: 2,
      components: { value: 2 },
      explanation: 'Reward halves: 2',
    });
  });

  it.each([
    ['NaN', NaN],
    ['undefined', undefined],
    ['a promise', Promise.resolve(1)],
    ['"1"', '1'],
  ])('refuses %s', (shown, value) => {
    const reward = rewardBy(() => value as number, 'mine');
    expect(() => valueStep(reward, actionResult(), policyContext())).toThrow(
      errorWith({ code: 'invalid_reward', facts: ["'mine'", `got ${shown}`] }),
    );
  });
});

describe('valueStep', () => {
  it('values the code and what it printed, not what the model wrote around it', () => {
    const code = 'print(sum(map(int, context.split())))'.repeat(5);
    const step = (metadata: object) =>
      valueStep(
        researchReward(),
        actionResult({ actionType: 'code', output: 'An error? No.', metadata: { ...metadata } }),
        policyContext({ step: 1, maxSteps: 10 }),
      ).components;
    expect(step({ code, output: '42' })).toMatchObject({
      code_length: 1.85 * 0.02,
    });
    expect(step({ code, output: '42' })).not.toHaveProperty('error_keyword');
    expect(step({ code })).toHaveProperty('error_keyword');
  });

  it('does not pay for output without end', () => {
    const paid = (length: number): unknown =>
      valueStep(researchReward(), actionResult({ output: 'x'.repeat(length) }), policyContext())
        .components['output_length'];
    expect(paid(100_000)).toBe(paid(1_000_000));
    expect(paid(100_000)).toBeLessThan(0.1);
  });

  it("values a final action's answer", () => {
    const result = actionResult({
      actionType: 'final',
      output: 'x'.repeat(51),
      metadata: { output: '' },
    });
    expect(valueStep(lenientReward(), result, policyContext()).components).toHaveProperty(
      'progress',
    );
  });

  it.each([
    ['undefined', undefined],
    ['a promise', Promise.resolve({ value: 1 })],
    ['the value NaN', { value: NaN }],
  ])('refuses a policy that gives %s', (shown, signal) => {
    const reward: RewardPolicy = {
      name: 'mine',
      description: 'Mine',
      calculate: () => signal as never,
    };
    expect(() => valueStep(reward, actionResult(), policyContext())).toThrow(
      new RegExp(`reward 'mine' .*, got ${shown}`),
    );
  });
});
