/** The rules of the guard, in the order in which they are asked. */
export type GuardRuleName = 'malformed' | 'no_action' | 'echo' | 'repeat' | 'polling' | 'trivial';

/** How a guarded run ended: completed by itself, or stuck. Members of the engine's statuses. */
export type GuardStatus =
  | 'completed'
  | 'implicit_completion'
  | 'repeated_response'
  | 'repeated_empty_tool_only_iterations'
  | 'malformed_action_output';

/** What the guard says of a turn. */
export interface GuardVerdict {
  /** Whether the run is to end. */
  readonly stop: boolean;
  /** How it ended; null when it goes on. */
  readonly status: GuardStatus | null;
  /** The rule that applied; null when none did. */
  readonly rule: GuardRuleName | null;
  /** What the rule saw, in a sentence for people. */
  readonly evidence?: string;
  /** A corrective note to the model, given once instead of the stop. */
  readonly note?: string;
}
