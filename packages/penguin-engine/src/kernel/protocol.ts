import type { ActionResult } from '@rlm/policies';

import type { RunContext } from './scope/context.js';

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
}

/** What one step came to. */
export type StepOutcome<State, Answer> =
  /** The run goes on, unless a policy stops it. */
  | { readonly type: 'continue'; readonly state: State; readonly result: ActionResult }
  /** The run has its answer. */
  | {
      readonly type: 'final';
      readonly state: State;
      readonly result: ActionResult;
      readonly answer: Answer;
    }
  /** The protocol itself stops the run, without an answer. Policies are asked first for a limit or a guard. */
  | {
      readonly type: 'stop';
      readonly state: State;
      readonly result: ActionResult;
      readonly stop: StopReason;
    };

/**
 * What one kind of run does in the kernel's loop. The kernel owns step count, stop reason, abort, clock, ledger,
 * `step-start` / `step-end`, the one terminal event, and `close` on every way out; the protocol owns
 * what is asked and how, parsing, acting, and what counts as final (design, section 3).
 */
export interface Protocol<Input, State, Answer, Event extends { readonly type: string }> {
  readonly name: string;
  open(input: Input, context: RunContext): Promise<State>;
  step(state: State, context: RunContext): AsyncGenerator<Event, StepOutcome<State, Answer>>;
  /** The best answer when a limit or a policy stops the run: one step beyond `maxSteps`, within the budget. */
  conclude?(state: State, stop: StopReason, context: RunContext): Promise<Answer | undefined>;
  close?(state: State): Promise<void>;
  /** Variables of the run that policies may see: names to plain data, or to previews of what is large. */
  variables?(state: State): Readonly<Record<string, unknown>>;
  /** Figures of the run that policies see in `metrics`, beside the kernel's own. */
  metrics?(state: State): Readonly<Record<string, number>>;
}
