import { describe, expect, it } from 'vitest';

import { rewardThreshold } from '../../src/index.js';
import { withReward } from '../../src/reward/index.js';
import { makeContext, makeResult } from '../make.js';
import { defaultReward } from '../built-ins.js';

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

  it('lets the policy send an answer back, and has no word on answers if the policy has none', () => {
    const review = { accept: false, code: 'too_short', reason: 'Say more.' } as const;
    class Strict {
      readonly name = 'strict';
      readonly description = 'Sends answers back';
      readonly #review = review;
      shouldTerminate = () => ({ terminate: false }) as const;
      reset(): void {
        // It keeps no state.
      }
      reviewAnswer(): typeof review {
        return this.#review;
      }
    }
    const policy = withReward(defaultReward(), new Strict());
    expect(policy.reviewAnswer?.(makeResult(), makeContext())).toEqual(review);
    expect('reviewAnswer' in withReward(defaultReward(), rewardThreshold())).toBe(false);
  });
});
