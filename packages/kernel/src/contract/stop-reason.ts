/**
 * Why a run ended. If several reasons hold at once, the order is: final, abort, error, policy or
 * limit, guard. A limit or a guard that stopped the step itself (`StepOutcome` `stop`) precedes the
 * limits that are counted between steps; here too, policies come first.
 */
export type FinishReason =
  | 'final'
  | 'aborted'
  | 'error'
  | 'stopped'
  | 'max_steps'
  | 'max_depth'
  | 'max_sub_queries'
  | 'max_tokens'
  | 'max_cost'
  | 'max_calls'
  | 'timeout'
  | 'max_errors'
  | 'policy'
  /** The run waits for a person's decision, and can be resumed with it. */
  | 'suspended'
  | 'guard';

/** Why a run stopped without an answer of the model: a code for programs, a sentence for people. */
export interface StopReason {
  readonly finishReason: Exclude<FinishReason, 'final'>;
  /** The rule: the code of a policy or guard, the name of a limit, or the code of an error. */
  readonly code: string;
  readonly message: string;
  /** An answer that the stopping rule itself found (a policy's `answer`). */
  readonly answer?: unknown;
  /**
   * The variable that holds the whole answer, if the rule names one; `answer` may be a preview of
   * it.
   */
  readonly variable?: string;
  readonly error?: unknown;
  /** What had come of the model's reply when its connection broke. */
  readonly text?: string;
  /**
   * Set if the limit is that of a budget which several runs share: what it left when calls in flight
   * are not counted, and the limit itself if it is known.
   */
  readonly budget?: { readonly left: number; readonly max?: number };
  /**
   * What a suspended run waits for: the key that `decide` of `@rlm/journal` expects, and the
   * request.
   */
  readonly wait?: { readonly key: string; readonly request: unknown };
}
