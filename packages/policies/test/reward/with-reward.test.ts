import { describe, expect, it } from 'vitest';

import { rewardThreshold } from '../../src/index.js';
import { defaultReward, withReward } from '../../src/reward/index.js';
import { makeContext, makeResult } from '../make.js';

describe('withReward', () => {
  it('values each step for the policy', () => {
    const policy = withReward(defaultReward(), rewardThreshold({ minRewardThreshold: 1.5 }));
    expect(policy.shouldTerminate(makeResult(), makeContext()).terminate).toBe(false);
    expect(policy.shouldTerminate(makeResult(), makeContext())).toMatchObject({
      terminate: true,
      reason: 'Reward threshold reached: 1.60',
    });
    policy.reset();
    expect(policy.shouldTerminate(makeResult(), makeContext()).terminate).toBe(false);
    expect(policy.beforeStep?.(makeContext())).toEqual({ terminate: false });
  });
});
