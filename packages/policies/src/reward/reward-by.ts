import { required } from '@rlm/repl-types/options';
import {
  callable,
  checkOption,
  describeValue,
  isPromise,
  refuseOption,
} from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';
import type { ActionResult, PolicyContext } from '../shapes/policy.js';
import type { RewardPolicy } from '../shapes/reward.js';

/** Returns the value of a step: a finite number, at once. */
export type RewardFunction = (result: ActionResult, context: PolicyContext) => number;

/** Makes a reward policy from a function. Its value is one component, `value`, and is not clamped. */
export function rewardBy(worth: RewardFunction, name?: string): RewardPolicy {
  checkOption('worth', worth, required(callable), refuseOption);
  const called = name ?? (worth.name === '' ? 'reward' : worth.name);
  return {
    name: called,
    description: called,
    calculate(_, result, context) {
      const value: unknown = worth(result, context);
      if (typeof value !== 'number' || !Number.isFinite(value)) {
        const came = isPromise(value) ? 'a promise' : describeValue(value);
        throw new PolicyError(
          'invalid_reward',
          `Expected reward '${called}' to return a finite number at once, got ${came}.`,
        );
      }
      return Object.freeze({
        value,
        components: Object.freeze({ value }),
        explanation: `Reward ${called}: ${value}`,
      });
    },
  };
}
