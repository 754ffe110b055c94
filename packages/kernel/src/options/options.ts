import type { ActionResult, TerminationPolicy } from '@rlm/policies';
import type { RewardPolicy } from '@rlm/policies/reward';

import type { Diagnostic, RunContext } from '../contract/context.js';
import type { Amounts, RunLimits } from '../contract/ledger.js';
import type { Outcome } from '../contract/outcome.js';
import type { ConfidenceHook, PolicyOptions, RunPolicy } from '../contract/policy-options.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { RunOptions } from './run-options.js';

/**
 * How `createRun` makes a run. All fields have defaults. What a protocol carries out itself (models, tools, policies by name) is an option
 * of the protocol.
 */
export interface CreateRunOptions<
  Answer = unknown,
  Result = Outcome<Answer>,
  State = unknown,
> extends Omit<
  RunOptions,
  'limits' | 'maxDepth' | 'approve' | 'prices' | 'settings' | 'promptCache' | keyof PolicyOptions
> {
  /**
   * Makes this a child of the run whose context it is: depth + 1, the same ledger (with `limits` as a
   * further bound for this child alone), executor and clock; it is aborted with its parent, and its
   * events appear in the parent's stream as they are.
   */
  readonly parent?: RunContext | undefined;
  /** Bounds for the tree that this run is the root of. Default: none. */
  readonly limits?: RunLimits | undefined;
  /** What is reserved for `wrapUp`, at least, as far as the budget has it. Default: one call, a tenth of tokens and cost. */
  readonly wrapUp?: Partial<Amounts> | undefined;
  /** The wrap-up at most, in milliseconds. Default 60,000; after a time-out of the run it gets none. */
  readonly wrapUpTimeoutMs?: number | undefined;
  /** How long an aborted step, and `close`, may take to end before they are abandoned. Default 5,000. */
  readonly graceMs?: number | undefined;
  /** Failed steps in a row that stop the run with `max_errors`. Default: no bound. */
  readonly maxErrors?: number | undefined;
  /** Asked before and after each step whether the run goes on. Default: none. */
  readonly policies?: readonly RunPolicy[] | undefined;
  /** Asked after the policies; what they stop has the finish reason `guard`. */
  readonly guards?: readonly RunPolicy[] | undefined;
  /** What a child is called in its id and its path: the `name` of the effect that it is. Default, and where that is empty: a number. */
  readonly name?: string | undefined;
  /**
   * Values each step: its reward goes into the result's `metadata.reward`, the event `step-end`,
   * `metrics.last_reward` and the outcome's `rewards`. Default: steps are not valued.
   */
  readonly reward?: RewardPolicy | undefined;
  /** Asked after each step; fills `metadata.confidence` unless the protocol did. Default: nothing does. */
  readonly confidence?: ConfidenceHook | undefined;
  /** Put into the outcome's `diagnostics` before the run starts. Default: none. */
  readonly remarks?: readonly Diagnostic[] | undefined;
  /** The task as policies see it. Default: the empty text. */
  readonly task?: string | undefined;
  /** The run's settings as policies see them (`context.config`): plain data. Default: none. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** How many earlier results policies see, as long as they take no more than 32 MiB. Default 64. */
  readonly historyWindow?: number | undefined;
  /**
   * Makes the run's result of its outcome and the protocol's last state, which is undefined where the run ended before it was
   * open. Default: the outcome itself. It must not throw.
   */
  readonly toResult?: ((outcome: Outcome<Answer>, state: State | undefined) => Result) | undefined;
  /**
   * Events kept for readers that come late; older ones are dropped, `run-start` excepted, and an event `events-dropped` says how
   * many. Default 1,024. With 0 a late reader gets nothing of the past.
   */
  readonly eventBuffer?: number | undefined;
  /**
   * About how many bytes of events are kept for late readers, and as many for each reader that falls behind. Beyond it long texts of
   * the oldest are shortened to their head and tail (`shortened`), then the oldest are dropped (`events-dropped`). Default 16 MiB.
   */
  readonly maxEventBytes?: number | undefined;
}

/** The options of a run that a loop of these packages starts. */
export interface CheckedRunOptions<
  Answer = unknown,
  Result = Outcome<Answer>,
  State = unknown,
> extends CreateRunOptions<Answer, Result, State> {
  /** The loop's own guard, asked last about each step after which the run would go on. Unlike `guards` it loads nothing. */
  readonly ownGuard?: ((result: ActionResult) => StopReason | undefined) | undefined;
}

/** The options of a run as the loop reads them, of whatever protocol. */
export type LoopOptions<Answer = never, Result = unknown, State = never> = Omit<
  CheckedRunOptions<Answer, Result, State>,
  'policies' | 'guards'
> & {
  readonly policies: readonly TerminationPolicy[];
  readonly guards: readonly TerminationPolicy[];
};

/** The defaults of a run's options. */
export const runDefaults: Readonly<{
  maxSteps: number;
  wrapUpTimeoutMs: number;
  graceMs: number;
  historyWindow: number;
}> = Object.freeze({
  maxSteps: 30,
  wrapUpTimeoutMs: 60_000,
  graceMs: 5_000,
  historyWindow: 64,
});
