import { describe, expect, it } from 'vitest';

import {
  actionResult,
  anyOf,
  confidence,
  policyContext,
  rewardThreshold,
  costBudget,
  finalPattern,
  wallClock,
} from '../../src/index.js';

describe('a policy that lacks what it needs', () => {
  it.each([
    ['reward_threshold', rewardThreshold(), {}, { metrics: { last_reward: 0 } }],
    ['confidence', confidence(), { metadata: { confidence: 0 } }, {}],
    ['cost_budget', costBudget(), {}, { metrics: { cost_usd: 0 } }],
    ['wall_clock', wallClock(), {}, { metrics: { elapsed_ms: 0 } }],
  ])('says so once a run: %s', (_, policy, result, context) => {
    const lacking = () => policy.shouldTerminate(actionResult(), policyContext({ step: 3 }));
    expect(lacking()).toMatchObject({ terminate: false, note: expect.any(String) as string });
    expect(lacking()).toEqual({ terminate: false });
    policy.reset();
    expect(lacking()).toHaveProperty('note');
    policy.reset();
    const given = policyContext({ step: 3, ...context });
    expect(policy.shouldTerminate(actionResult(result), given)).toEqual({ terminate: false });
  });

  it('says so inside of others too', () => {
    const policy = anyOf(finalPattern(), rewardThreshold());
    expect(policy.shouldTerminate(actionResult(), policyContext({ step: 1 }))).toMatchObject({
      terminate: false,
      note: expect.stringContaining('pass a `reward` to the loop') as string,
    });
  });
});
