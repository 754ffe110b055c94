import type { ActionResult } from '@rlm/policies';

import type { RunHead } from './contract/journal.js';
import type { RunContext } from './contract/context.js';
import type { StopReason } from './contract/stop-reason.js';

/** The result of one step. */
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
  /** The protocol itself stops the run. For a limit or a guard, policies are asked first. */
  | {
      readonly type: 'stop';
      readonly state: State;
      readonly result: ActionResult;
      readonly stop: StopReason;
      /** The answer that comes with this stop, so that `wrapUp` is not called. Default: none. */
      readonly answer?: Answer | undefined;
    };

/**
 * What one kind of run does in the kernel's loop. The kernel owns the step count, the stop reason,
 * abort, the clock, the ledger, `step-start` and `step-end`, the one terminal event, and `close` on
 * every way out. The protocol owns prompts, parsing, acting, and what counts as final.
 */
export interface Protocol<Input, State, Answer, Event extends { readonly type: string }> {
  readonly name: string;
  /**
   * What must be the same when the run is resumed from a journal. Called before `open`, for a root
   * run with a journal.
   */
  head?(input: Input, context: RunContext<Event>): Promise<Omit<RunHead, 'protocol'>>;
  open(input: Input, context: RunContext<Event>): Promise<State>;
  /**
   * Takes one step, and publishes events with `context.emit`. It must respect
   * `context.abortSignal`.
   */
  step(state: State, context: RunContext<Event>): Promise<StepOutcome<State, Answer>>;
  /**
   * Asks for the best answer after a limit or a policy stopped the run: one step beyond `maxSteps`,
   * within the budget.
   */
  wrapUp?(state: State, stop: StopReason, context: RunContext<Event>): Promise<Answer | undefined>;
  close?(state: State): Promise<void>;
  /**
   * Resolves when code that the run executes may have become idle; undefined if it is idle now.
   * Called again after it has resolved.
   */
  idle?(state: State): Promise<void> | undefined;
  /**
   * Variables of the run that policies may see, by name: plain data, or a preview of what is large.
   */
  variables?(state: State): Readonly<Record<string, unknown>>;
  /** Figures of the run that policies see in `metrics`, in addition to the kernel's. */
  metrics?(state: State): Readonly<Record<string, number>>;
}
