/** The result of one step, as plain frozen data. */
export interface ActionResult {
  /** The kind of the step: `code`, `final`, `tool`, `text`, `error`, or a protocol's own word. */
  readonly actionType: string;
  readonly success: boolean;
  /** The output of the step. In our loops: the model's text, or the answer of a final action. */
  readonly output: string;
  readonly error: string | null;
  /** The duration of the action in milliseconds, without the model call that requested it. */
  readonly durationMs: number;
  readonly tokensUsed: number;
  /**
   * Further data of the step. Keys with a meaning: `reward` (a number), `confidence` (a number), `turn` (a
   * {@link Turn}), `newVariables` (names), `code` (the code that ran), `output` (what it printed), `refused` (why
   * an answer given in this step was refused; absent if none was), `calls` (its calls, as data: only a loop of your
   * own sets it). The sub-queries of a step of `runRlm` are not here: count its events `query-start`.
   */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The figures that our loops report to policies, each if it is known. Built-in policies read no others. */
export interface LoopMetrics {
  /** The reward of the last step, in runs with the option `reward`. */
  readonly last_reward?: number;
  readonly elapsed_ms?: number;
  readonly total_tokens?: number;
  readonly cost_usd?: number;
  /** Failed steps in a row. */
  readonly consecutive_errors?: number;
  /** The share of the contexts that was read, 0 to 1: RLM runs with `coverage: true` report it. */
  readonly coverage?: number;
}

/** The state of a run when a policy is called, as plain frozen data. */
export interface PolicyContext {
  readonly task: string;
  /** How many steps are complete; 1 after the first. */
  readonly step: number;
  readonly maxSteps: number;
  /** The results of the earlier steps, oldest first; a window, not always all of them. */
  readonly history: readonly ActionResult[];
  /** The run's variables by name: data, or a preview if it is too large; empty for loops without variables. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Figures of the run, if known: {@link LoopMetrics}, and others that a protocol of your own reports. */
  readonly metrics: Readonly<Record<string, number>>;
  /** The run's own settings as plain data, if its loop passes them. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** One turn of a model that acts through tools, as the guard sees it. */
export interface Turn {
  /** All text of the model in this turn. */
  readonly reply: string;
  readonly results: readonly {
    readonly action: string;
    readonly result: string;
    readonly status: string;
    readonly arguments?: unknown;
  }[];
  readonly mode: 'response' | 'task';
  /**
   * Whether the reply holds action syntax that the parser could not read. If absent, the guard judges by the text
   * alone.
   */
  readonly malformed?: boolean | undefined;
  /**
   * Whether the reply holds a call that was not taken for the model's own, because a text that the model was shown
   * contains it. The model gets a notice, and has not finished. Default: false.
   */
  readonly echoed?: boolean | undefined;
}

/** The decision of a termination policy. `code` names the rule; `reason` is a sentence for people. */
export type TerminationDecision =
  | { readonly terminate: false; readonly note?: string }
  | {
      readonly terminate: true;
      readonly answer: string | null;
      readonly code: string;
      readonly reason: string;
      /** Set if a substitute rule decided: it ends a run, but does not count as agreement in `allOf`. */
      readonly fallback?: true;
      /** The variable that holds the answer, for loops that can read it in full; `answer` may be its preview. */
      readonly variable?: string;
    };

/**
 * A policy's review of an answer. Either it is accepted, or it goes back to the model with the rule (`code`) and the
 * text for the model (`reason`: what is wrong, and what to do).
 */
export type AnswerReview =
  | { readonly accept: true; readonly note?: string }
  | { readonly accept: false; readonly code: string; readonly reason: string };

/** Common to all policies of every kind. */
export interface NamedPolicy {
  readonly name: string;
  readonly description: string;
  /** The options of the policy, with defaults filled in. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

/** Decides when a run should stop. An instance serves one run at a time; `reset` prepares it for the next. */
export interface TerminationPolicy extends NamedPolicy {
  /** Called after each step. */
  shouldTerminate(result: ActionResult, context: PolicyContext): TerminationDecision;
  /** Called before a step, for policies that can already decide then. */
  beforeStep?(context: PolicyContext): TerminationDecision;
  /**
   * Called when the model has answered, before the run ends with that answer. The policy may send it back. The last
   * answer, which a limit or a policy asks for, always counts. Default: every answer counts.
   */
  reviewAnswer?(result: ActionResult, context: PolicyContext): AnswerReview;
  reset(): void;
}
