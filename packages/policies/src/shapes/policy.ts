/** What one step did, as plain frozen data (seed document 001). */
export interface ActionResult {
  /** What kind of step it was: `code`, `final`, `tool`, `text`, `error`, or a protocol's own word. */
  readonly actionType: string;
  readonly success: boolean;
  /** What the step produced: in our loops what the model wrote, and for a final action the answer. */
  readonly output: string;
  readonly error: string | null;
  /** How long the action took, in milliseconds; without the call of the model that asked for it. */
  readonly durationMs: number;
  readonly tokensUsed: number;
  /**
   * Further data of the step. Keys that have a meaning: `reward` (a number), `confidence` (a number),
   * `turn` (a {@link Turn}), `newVariables` (names), `code` (what was run), `output` (what that printed),
   * `calls` (what was called, as data).
   */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Where a run stands when a policy is asked, as plain frozen data (seed document 001). */
export interface PolicyContext {
  readonly task: string;
  /** How many steps are complete; 1 after the first. */
  readonly step: number;
  readonly maxSteps: number;
  /** The results of the earlier steps, oldest first; a window, not always all of them. */
  readonly history: readonly ActionResult[];
  /** The run's variables by name: data, or a preview of what is too large; empty where a loop has none. */
  readonly variables: Readonly<Record<string, unknown>>;
  /**
   * Figures of the run: `last_reward`, `elapsed_ms`, `total_tokens`, `cost_usd`,
   * `consecutive_errors`, and `coverage` (the share of the contexts that was read), as far as they are known.
   */
  readonly metrics: Readonly<Record<string, number>>;
  /** The run's own settings as plain data, as far as its loop gives them. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** One turn of a model that acts through tools, as the guard sees it (seed document 003). */
export interface Turn {
  /** Everything that the model wrote in this turn. */
  readonly reply: string;
  readonly results: readonly {
    readonly action: string;
    readonly result: string;
    readonly status: string;
    readonly arguments?: unknown;
  }[];
  readonly mode: 'response' | 'task';
  /**
   * Whether the reply holds action syntax that could not be read, as the parser of the actions says.
   * Absent: the guard judges by the text alone.
   */
  readonly malformed?: boolean;
  /**
   * Whether the reply holds a call that was not taken for the model's own, since it stands in a text that the model was
   * shown: the model is told, and has not finished. Default: false.
   */
  readonly echoed?: boolean;
}

/** What a termination policy decides. `code` names the rule; `reason` is a sentence for people. */
export type TerminationDecision =
  | { readonly terminate: false; readonly note?: string }
  | {
      readonly terminate: true;
      readonly answer: string | null;
      readonly code: string;
      readonly reason: string;
      /** Set when a substitute rule decided: it ends a run, but does not count as agreement in `allOf`. */
      readonly fallback?: true;
      /** The variable that holds the answer, for loops that can read it whole; `answer` may be its preview. */
      readonly variable?: string;
    };

/**
 * What a policy says of an answer: that it may stand, or that it goes back to the model, with the rule (`code`) and what the model
 * is told (`reason`: what is amiss, and what to do).
 */
export type AnswerReview =
  | { readonly accept: true; readonly note?: string }
  | { readonly accept: false; readonly code: string; readonly reason: string };

/** What every policy of every kind has. */
export interface NamedPolicy {
  readonly name: string;
  readonly description: string;
  /** What the policy was made with, defaults filled in. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Decides when a run should stop. An instance serves one run at a time; `reset` makes it new. */
export interface TerminationPolicy extends NamedPolicy {
  /** Asked after each step. */
  shouldTerminate(result: ActionResult, context: PolicyContext): TerminationDecision;
  /** Asked before a step is taken, where a policy can tell that already. */
  beforeStep?(context: PolicyContext): TerminationDecision;
  /**
   * Asked when the model has answered, before the run ends by that: the policy may send the answer back. The last answer, which a
   * limit or a policy asks for, always stands. Default: every answer may stand.
   */
  reviewAnswer?(result: ActionResult, context: PolicyContext): AnswerReview;
  reset(): void;
}
