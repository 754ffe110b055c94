import { needsOf } from '../define/needs.js';
import { PolicyError } from '../policy-error.js';
import type { TerminationPolicy } from '../shapes/policy.js';

/** What to do about a need that the steps of a loop do not meet. */
const advice: Readonly<Record<string, string>> = {
  elapsed_ms: 'Pass a clock: toStopCondition(policy, { now: Date.now }).',
  cost_usd:
    'Pass prices: toStopCondition(policy, { prices: { inputPerMillion, outputPerMillion } }).',
  last_reward: 'Give it a reward: withReward(reward, policy), of @rlm/policies/reward.',
};

/** Throws `PolicyError` (`invalid_policy`) for a need that is not met: that policy could never stop a loop. */
export function checkNeeds(policy: TerminationPolicy, met: readonly string[]): void {
  const need = needsOf(policy).find(({ what }) => !met.includes(what));
  if (need === undefined) return;
  const { policy: name, what } = need;
  const then = advice[what] === undefined ? '' : ` ${advice[what]}`;
  throw new PolicyError(
    'invalid_policy',
    `toStopCondition: the policy '${name}' could never stop such a loop: it needs ${what}.${then}`,
  );
}
