import type { ProposedAction } from './reward.js';
import type { NamedPolicy, PolicyContext } from './policy.js';

/** A candidate with its rank's score. */
export type RankedAction = readonly [action: ProposedAction, score: number];

/** Chooses one of several proposed actions. */
export interface ActionPolicy extends NamedPolicy {
  /** The chosen candidate. Throws `PolicyError` when there is none to choose from. */
  select(candidates: readonly ProposedAction[], context: PolicyContext): ProposedAction;
  /** All candidates, best first; equals keep their order. */
  rank(candidates: readonly ProposedAction[], context: PolicyContext): readonly RankedAction[];
  /** Learns what an action that was taken was worth. */
  update?(action: ProposedAction, reward: number): void;
  /** Forgets what was learned. */
  reset(): void;
}
