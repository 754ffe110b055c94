/**
 * Why a run ended. Precedence, when several hold at once: final, abort, error, policy or limit, guard. A
 * limit or a guard's verdict that a step itself came to (`StepOutcome` `stop`) stands before limits that
 * are counted between steps; policies come first there too.
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
  /** The run waits for the decision of a person, and can be resumed with it. */
  | 'suspended'
  | 'guard';

/** A stop that is not an answer: what stopped the run, for programs and in a sentence for people. */
export interface StopReason {
  readonly finishReason: Exclude<FinishReason, 'final'>;
  /** The rule: a policy's or guard's code, a limit's name, an error's code. */
  readonly code: string;
  readonly message: string;
  /** An answer that the stopping rule itself found (a policy's `answer`). */
  readonly answer?: unknown;
  /** The variable that holds that answer whole, where the rule names one; `answer` may be its preview. */
  readonly variable?: string;
  readonly error?: unknown;
  /** What a suspended run waits for: the key that `decide` of `@rlm/journal` takes, and what was asked. */
  readonly wait?: { readonly key: string; readonly request: unknown };
}
