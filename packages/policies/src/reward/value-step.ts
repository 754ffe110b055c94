import { isPromise } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';
import type { ActionResult, PolicyContext } from '../shapes/policy.js';
import type { RewardPolicy, RewardSignal } from '../shapes/reward.js';

/**
 * Values a step. The action is the step's own type with the code in `metadata.code`. The output is `metadata.output`
 * (the printed text) if the step has it; for a final action it is the answer. Throws `PolicyError` (`invalid_reward`)
 * if the policy returns no finite number as `value`.
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
    `Expected reward '${reward.name}' to return { value, components, explanation } with a finite number as value, got ${describeReward(signal)}.`,
  );
}

function describeReward(signal: unknown): string {
  if (isPromise(signal)) return 'a promise (it must give the value at once)';
  return signal === null || typeof signal !== 'object'
    ? String(signal)
    : `the value ${String((signal as Partial<RewardSignal>).value)}`;
}
