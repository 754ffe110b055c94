import { isPromise } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';
import type { ActionResult, PolicyContext } from '../shapes/policy.js';
import type { RewardPolicy, RewardSignal } from '../shapes/reward.js';

/**
 * What a step is worth. The action is the step's own type with the code in `metadata.code`; the output is
 * what was printed (`metadata.output`) where a step has that, and of a final action its answer. Throws
 * `PolicyError` (`invalid_reward`) when the policy gives no finite number as `value`.
 */
export function valueStep(
  reward: RewardPolicy,
  result: ActionResult,
  context: PolicyContext,
): RewardSignal {
  const { actionType, metadata } = result;
  const { code, output } = metadata;
  const action = { action: actionType, ...(typeof code === 'string' && { code }) };
  const printed = typeof output === 'string' && actionType !== 'final' && { output };
  const signal: unknown = reward.calculate(action, { ...result, ...printed }, context);
  const { value } = (isPromise(signal) ? {} : (signal ?? {})) as Partial<RewardSignal>;
  if (Number.isFinite(value)) return signal as RewardSignal;
  throw new PolicyError(
    'invalid_reward',
    `Reward '${reward.name}' gave ${describeReward(signal)}: expected { value, components, explanation } with a finite number as value`,
  );
}

function describeReward(signal: unknown): string {
  if (isPromise(signal)) return 'a promise (it must give the value at once)';
  return signal === null || typeof signal !== 'object'
    ? String(signal)
    : `the value ${String((signal as Partial<RewardSignal>).value)}`;
}
