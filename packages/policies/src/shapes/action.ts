import type { ProposedAction } from './reward.js';
import type { NamedPolicy, PolicyContext } from './policy.js';

/** A candidate with its score. */
export type RankedAction = readonly [action: ProposedAction, score: number];

/** Chooses one of several proposed actions. */
export interface ActionPolicy extends NamedPolicy {
  /** Returns the chosen candidate. Throws `PolicyError` if there are no candidates. */
  select(candidates: readonly ProposedAction[], context: PolicyContext): ProposedAction;
  /** Returns all candidates, best first; equals keep their order. */
  rank(candidates: readonly ProposedAction[], context: PolicyContext): readonly RankedAction[];
  /** Learns the reward of an action that was taken. */
  update?(action: ProposedAction, reward: number): void;
  /** Forgets what was learned. */
  reset(): void;
}
