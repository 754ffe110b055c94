import type { ActionResult, NamedPolicy, PolicyContext } from './policy.js';

/** An action that a model proposed or took, as plain data. */
export interface ProposedAction {
  /** Its kind: `code`, `final`. */
  readonly action?: string;
  readonly code?: string;
  /** How sure its author is of it; wins over `score`. */
  readonly confidence?: number;
  readonly score?: number;
  readonly [key: string]: unknown;
}

/** What a step was worth, and why. */
export interface RewardSignal {
  /** The sum of the components, within [-1, 1]. */
  readonly value: number;
  /** Each part by its name, before the sum is clamped. */
  readonly components: Readonly<Record<string, number>>;
  /** One line for people, with the sum before it is clamped. */
  readonly explanation: string;
}

/** Values a step. It keeps no state: the same step is always worth the same. */
export interface RewardPolicy extends NamedPolicy {
  /** The worth of `result`, which came of `action`. */
  calculate(action: ProposedAction, result: ActionResult, context: PolicyContext): RewardSignal;
}
