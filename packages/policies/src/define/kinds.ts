import type { ActionPolicy } from '../shapes/action.js';
import type { CompactionPolicy } from '../shapes/compaction.js';
import type { AnyPolicyFactory } from './define-policy.js';
import type { RewardPolicy } from '../shapes/reward.js';
import type { TerminationPolicy } from '../shapes/policy.js';

/** The kinds of policies, with their types. */
export interface PolicyKinds {
  readonly termination: TerminationPolicy;
  readonly reward: RewardPolicy;
  readonly action: ActionPolicy;
  readonly compaction: CompactionPolicy;
}

/** The name of a kind of policy. */
export type PolicyKind = keyof PolicyKinds;

/** Built-in policies of one kind, for `createPolicyRegistry`. */
export interface PolicyFamily<Kind extends PolicyKind = PolicyKind> {
  readonly kind: Kind;
  readonly policies: readonly AnyPolicyFactory<PolicyKinds[Kind]>[];
}

/** For each kind, the default's name, and the method that identifies a policy of that kind. */
export const kinds: Readonly<Record<PolicyKind, readonly [initial: string, method: string]>> = {
  termination: ['final_pattern', 'shouldTerminate'],
  reward: ['default', 'calculate'],
  action: ['greedy', 'select'],
  compaction: ['sliding_window', 'compact'],
};
