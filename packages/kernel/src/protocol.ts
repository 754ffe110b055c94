import type { ActionResult } from '@rlm/policies';

import type { RunHead } from './contract/journal.js';
import type { RunContext } from './contract/context.js';
import type { StopReason } from './contract/stop-reason.js';

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
  /** The protocol itself stops the run. Policies are asked first for a limit or a guard. */
  | {
      readonly type: 'stop';
      readonly state: State;
      readonly result: ActionResult;
      readonly stop: StopReason;
      /** The answer that this stop comes with: `wrapUp` is not asked for another. Default: none. */
      readonly answer?: Answer;
    };

/**
 * What one kind of run does in the kernel's loop. The kernel owns step count, stop reason, abort, clock, ledger,
 * `step-start` / `step-end`, the one terminal event, and `close` on every way out; the protocol owns
 * what is asked and how, parsing, acting, and what counts as final (design, section 3).
 */
export interface Protocol<Input, State, Answer, Event extends { readonly type: string }> {
  readonly name: string;
  /** What of a run must be the same when it is resumed from a journal. Asked of a root run that has one, before `open`. */
  head?(input: Input, context: RunContext<Event>): Promise<Omit<RunHead, 'protocol'>>;
  open(input: Input, context: RunContext<Event>): Promise<State>;
  /** Takes one step. Events are published with `context.emit`. It must heed `context.abortSignal`. */
  step(state: State, context: RunContext<Event>): Promise<StepOutcome<State, Answer>>;
  /** The best answer when a limit or a policy stops the run: one step beyond `maxSteps`, within the budget. */
  wrapUp?(state: State, stop: StopReason, context: RunContext<Event>): Promise<Answer | undefined>;
  close?(state: State): Promise<void>;
  /**
   * A promise that ends when code which the run executes may have nothing more to do with what it was given; undefined where it
   * has nothing now. Asked again when it has ended.
   */
  idle?(state: State): Promise<void> | undefined;
  /** Variables of the run that policies may see: names to plain data, or to previews of what is large. */
  variables?(state: State): Readonly<Record<string, unknown>>;
  /** Figures of the run that policies see in `metrics`, beside the kernel's own. */
  metrics?(state: State): Readonly<Record<string, number>>;
}
