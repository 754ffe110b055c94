import { required } from '@rlm/repl-types/options';
import { checkOption, refuseOption, withMethods } from '@rlm/repl-types/internal';

import { resetPolicy } from '../define/at-once.js';
import { needing, needsOf } from '../define/needs.js';
import { nestingAround } from '../define/nesting.js';
import type { ActionResult, PolicyContext, TerminationPolicy } from '../shapes/policy.js';
import type { RewardPolicy } from '../shapes/reward.js';
import { valueStep } from './value-step.js';

/**
 * Lets a termination policy see rewards. Each step is valued first, and its value is in `metrics.last_reward`. For
 * loops that do not value their steps themselves.
 */
export function withReward(reward: RewardPolicy, policy: TerminationPolicy): TerminationPolicy {
  const rewardRule = withMethods('a reward policy', ['calculate']);
  const policyRule = withMethods('a policy', ['shouldTerminate', 'reset']);
  checkOption('reward', reward, required(rewardRule), refuseOption);
  checkOption('policy', policy, required(policyRule), refuseOption);
  const valued = (result: ActionResult, context: PolicyContext): PolicyContext => {
    const { value } = valueStep(reward, result, context);
    return { ...context, metrics: { ...context.metrics, last_reward: value } };
  };
  return {
    ...policy,
    ...nestingAround('with_reward', [policy]),
    ...needing(needsOf(policy).filter(({ what }) => what !== 'last_reward')),
    name: policy.name,
    description: `${policy.description}, with the reward '${reward.name}'`,
    shouldTerminate: (result, context) => policy.shouldTerminate(result, valued(result, context)),
    beforeStep: (context) => policy.beforeStep?.(context) ?? { terminate: false },
    ...(policy.reviewAnswer === undefined
      ? {}
      : { reviewAnswer: policy.reviewAnswer.bind(policy) }),
    reset() {
      resetPolicy(policy);
    },
  };
}
