import type { ActionPolicy } from '../shapes/action.js';
import type { CompactionPolicy } from '../shapes/compaction.js';
import type { AnyPolicyFactory } from './define-policy.js';
import type { RewardPolicy } from '../shapes/reward.js';
import type { TerminationPolicy } from '../shapes/policy.js';

/** The kinds of policies, and what a policy of each kind is. */
export interface PolicyKinds {
  readonly termination: TerminationPolicy;
  readonly reward: RewardPolicy;
  readonly action: ActionPolicy;
  readonly compaction: CompactionPolicy;
}

/** The name of a kind of policies. */
export type PolicyKind = keyof PolicyKinds;

/** Built-in policies of one kind, to be given to `createPolicyRegistry`. */
export interface PolicyFamily<Kind extends PolicyKind = PolicyKind> {
  readonly kind: Kind;
  readonly policies: readonly AnyPolicyFactory<PolicyKinds[Kind]>[];
}

/** The default's name, and the method by which a policy of each kind is known. */
export const kinds: Readonly<Record<PolicyKind, readonly [initial: string, method: string]>> = {
  termination: ['final_pattern', 'shouldTerminate'],
  reward: ['default', 'calculate'],
  action: ['greedy', 'select'],
  compaction: ['sliding_window', 'compact'],
};
