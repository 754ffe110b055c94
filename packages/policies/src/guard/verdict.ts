/** The rules of the guard, in the order in which they are checked. */
export type GuardRuleName = 'malformed' | 'no_action' | 'echo' | 'repeat' | 'polling' | 'trivial';

/** How a guarded run ended: completed on its own, or stuck. Each is one of the engine's statuses. */
export type GuardStatus =
  | 'completed'
  | 'implicit_completion'
  | 'repeated_response'
  | 'repeated_empty_tool_only_iterations'
  | 'malformed_action_output';

/** The guard's verdict on a turn. */
export interface GuardVerdict {
  /** Whether the run must end. */
  readonly stop: boolean;
  /** How the run ended; null if it goes on. */
  readonly status: GuardStatus | null;
  /** The rule that applied; null if none did. */
  readonly rule: GuardRuleName | null;
  /** What the rule found, in a sentence for people. */
  readonly evidence?: string;
  /** A corrective note for the model, given once instead of ending the run. */
  readonly note?: string;
}
