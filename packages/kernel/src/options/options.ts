import type { TerminationPolicy } from '@rlm/policies';
import type { RewardPolicy } from '@rlm/policies/reward';

import type { Diagnostic, RunContext } from '../contract/context.js';
import type { Amounts, RunLimits } from '../contract/ledger.js';
import type { Outcome } from '../contract/outcome.js';
import type { ConfidenceHook, PolicyOptions, RunPolicy } from '../contract/policy-options.js';
import type { RunOptions } from './run-options.js';

/**
 * The options of `createRun`. All of them have defaults. What a protocol handles itself (models,
 * tools, policies by name) is an option of the protocol.
 */
export interface CreateRunOptions<
  Answer = unknown,
  Result = Outcome<Answer>,
  State = unknown,
> extends Omit<
  RunOptions,
  | 'limits'
  | 'maxDepth'
  | 'approve'
  | 'prices'
  | 'settings'
  | 'promptCache'
  | 'telemetry'
  | keyof PolicyOptions
> {
  /**
   * Makes this a child of the run with this context: its depth is one more, it uses the same ledger
   * (with `limits` as a further limit for this child alone), executor and clock, it is aborted with
   * its parent, and its events appear unchanged in the parent's stream.
   */
  readonly parent?: RunContext | undefined;
  /** Limits of the tree whose root is this run. Default: none. */
  readonly limits?: RunLimits | undefined;
  /**
   * The least that is reserved for `wrapUp`, if the budget has it. Default: one call, and a tenth
   * of tokens and cost.
   */
  readonly wrapUp?: Partial<Amounts> | undefined;
  /**
   * The time limit of the wrap-up, in milliseconds. Default 60,000; after a time-out of the run
   * there is no wrap-up.
   */
  readonly wrapUpTimeoutMs?: number | undefined;
  /**
   * How long an aborted step, and `close`, may take before they are abandoned, in milliseconds.
   * Default 5,000.
   */
  readonly graceMs?: number | undefined;
  /**
   * The number of consecutive failed steps that stops the run with `max_errors`. Default: no limit.
   */
  readonly maxErrors?: number | undefined;
  /** Asked before and after each step whether the run goes on. Default: none. */
  readonly policies?: readonly RunPolicy[] | undefined;
  /** Asked after the policies; a stop by one of them has the finish reason `guard`. */
  readonly guards?: readonly RunPolicy[] | undefined;
  /**
   * The name of a child in its id and path: the `name` of its effect. Default, also if it is empty:
   * a number.
   */
  readonly name?: string | undefined;
  /**
   * Gives each step a reward: `metadata.reward` of its result, the event `step-end`,
   * `metrics.last_reward` and the outcome's `rewards` have it. Default: no rewards.
   */
  readonly reward?: RewardPolicy | undefined;
  /**
   * Called after each step; sets `metadata.confidence` unless the protocol did. Default: not set.
   */
  readonly confidence?: ConfidenceHook | undefined;
  /** Diagnostics that the outcome has from the start. Default: none. */
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** The task as policies see it. Default: the empty text. */
  readonly task?: string | undefined;
  /** The run's settings as policies see them (`context.config`): plain data. Default: none. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** How many earlier results policies see, if these take no more than 32 MiB. Default 64. */
  readonly historyWindow?: number | undefined;
  /**
   * Makes the run's result from its outcome and the protocol's last state, which is undefined if
   * the run ended before it was opened. Default: the outcome itself. It must not throw.
   */
  readonly toResult?: ((outcome: Outcome<Answer>, state: State | undefined) => Result) | undefined;
  /**
   * How many events are kept for late readers. Older ones are dropped, except `run-start`, and an
   * event `events-dropped` says how many. Default 1,024. With 0, a late reader gets no past events.
   */
  readonly eventBuffer?: number | undefined;
  /**
   * Roughly how many bytes of events are kept for late readers, and for each reader that falls
   * behind. Beyond that, long texts of the oldest events are shortened to head and tail
   * (`shortened`), then the oldest events are dropped (`events-dropped`). Default 16 MiB.
   */
  readonly maxEventBytes?: number | undefined;
}

/** The options of a run that a loop of these packages starts. */
export interface CheckedRunOptions<
  Answer = unknown,
  Result = Outcome<Answer>,
  State = unknown,
> extends CreateRunOptions<Answer, Result, State> {
  /** Whether nothing is reserved for `wrapUp`, since it will make no call. Default false. */
  readonly isWrapUpFree?: boolean | undefined;
}

/** The options of a run as the loop reads them, for any protocol. */
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
