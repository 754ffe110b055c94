import type { ActionResult, NamedPolicy, PolicyContext } from './policy.js';

/** An action that a model proposed or took, as plain data. */
export interface ProposedAction {
  /** The kind of action: `code`, `final`. */
  readonly action?: string;
  readonly code?: string;
  /** How sure its author is; takes precedence over `score`. */
  readonly confidence?: number;
  readonly score?: number;
  readonly [key: string]: unknown;
}

/** The value of a step, and why. */
export interface RewardSignal {
  /** The sum of the components, within [-1, 1]. */
  readonly value: number;
  /** Each part by its name, before the sum is clamped. */
  readonly components: Readonly<Record<string, number>>;
  /** One line for people, with the sum before it is clamped. */
  readonly explanation: string;
}

/** Values a step. It keeps no state: the same step always has the same value. */
export interface RewardPolicy extends NamedPolicy {
  /** Returns the value of `result`, the outcome of `action`. */
  calculate(action: ProposedAction, result: ActionResult, context: PolicyContext): RewardSignal;
}
