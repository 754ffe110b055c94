import type { TerminationPolicy, Turn } from '@rlm/policies';
import type { RewardPolicy } from '@rlm/policies/reward';

import type { Budget } from '../budget/budget.js';
import type { Amounts, RunLimits } from '../contract/ledger.js';
import type { EffectExecutor } from '../contract/effects.js';
import type { RetryOptions } from '../effects/retry.js';
import type { RunJournal } from '../contract/journal.js';
import type { Outcome } from '../contract/outcome.js';
import type { Clock } from '../platform/clock.js';
import type { Diagnostic, RunContext } from '../contract/context.js';

/** A policy, or a recipe that makes a fresh one for each run. An instance is reset when a run starts. */
export type RunPolicy = TerminationPolicy | (() => TerminationPolicy);

/** The confidence that a turn states, from 0 to 1; undefined where that is not known. */
export type ConfidenceHook = (turn: Turn) => number | undefined;

/** When a caller wants an error instead of a result. */
export interface RejectionOptions {
  /** Whether `result` rejects with a `RunLimitError` if a limit ends the run. Default false. */
  readonly throwOnLimit?: boolean | undefined;
  /**
   * Whether `result` rejects with a `RunFailedError` if the run ends without an answer, for whatever reason; one that waits for a person
   * (`suspended`), or that `shouldStop` ended, does not. A limit is left to `throwOnLimit` if both are set. Default false.
   */
  readonly throwOnFailure?: boolean | undefined;
}

/** How a run is made. All fields have defaults. */
export interface RunOptions<
  Answer = unknown,
  Result = Outcome<Answer>,
  State = unknown,
> extends RejectionOptions {
  /** Default: a random one; a child's is its parent's id, a dot and a number. */
  readonly runId?: string;
  /**
   * Makes this a child of the run whose context it is: depth + 1, the same ledger (with `limits` as a
   * further bound for this child alone), executor and clock; it is aborted with its parent, and its
   * events appear in the parent's stream as they are.
   */
  readonly parent?: RunContext;
  /** Steps at most. Default 30; 0 is legal. */
  readonly maxSteps?: number;
  /** Bounds for the tree that this run is the root of. Default: none. */
  readonly limits?: RunLimits;
  /**
   * A budget that this tree shares with other runs: the tighter of it and `limits` holds. Children use their root's. Default:
   * none.
   */
  readonly budget?: Budget | undefined;
  /** What is reserved for `wrapUp`, at least, as far as the budget has it. Default: one call, a tenth of tokens and cost. */
  readonly wrapUp?: Partial<Amounts>;
  /** One step at most, in milliseconds; a longer one stops the run with `timeout`. Default: no bound. */
  readonly stepTimeoutMs?: number;
  /** The wrap-up at most, in milliseconds. Default 60,000; after a time-out of the run it gets none. */
  readonly wrapUpTimeoutMs?: number;
  /** How long an aborted step, and `close`, may take to end before they are abandoned. Default 5,000. */
  readonly graceMs?: number;
  /** Failed steps in a row that stop the run with `max_errors`. Default: no bound. */
  readonly maxErrors?: number;
  /** Asked before and after each step whether the run goes on. Default: none. */
  readonly policies?: readonly RunPolicy[];
  /** Asked after the policies; what they stop has the finish reason `guard`. */
  readonly guards?: readonly RunPolicy[];
  readonly abortSignal?: AbortSignal;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** What performs effects. Default: in this process, with bounded lanes and retries. Children use their root's. */
  readonly executor?: EffectExecutor;
  /**
   * Where the run keeps what it is given, so that it can be resumed after its process has died. It gets the journal's id, and
   * closes the journal when it ends. Children use their root's. Default: nowhere.
   */
  readonly journal?: RunJournal;
  /** What random numbers are seeded by. Default: the journal's seed, or the run's id; a child's comes of its parent's. */
  readonly seed?: string;
  /** What a child is called in its id and its path: the `name` of the effect that it is. Default, and where that is empty: a number. */
  readonly name?: string;
  /** When and how often a failed effect is tried again, where there is no `executor`. Default: three attempts. */
  readonly retry?: RetryOptions;
  /**
   * Values each step: its reward goes into the result's `metadata.reward`, the event `step-end`,
   * `metrics.last_reward` and the outcome's `rewards`. Default: steps are not valued.
   */
  readonly reward?: RewardPolicy;
  /** Asked after each step; fills `metadata.confidence` unless the protocol did. Default: nothing does. */
  readonly confidence?: ConfidenceHook;
  /** Put into the outcome's `diagnostics` before the run starts. Default: none. */
  readonly remarks?: readonly Diagnostic[];
  /** The task as policies see it. Default: the empty text. */
  readonly task?: string;
  /** The run's settings as policies see them (`context.config`): plain data. Default: none. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** How many earlier results policies see, as long as they take no more than 32 MiB. Default 64. */
  readonly historyWindow?: number;
  /**
   * Makes the run's result of its outcome and the protocol's last state, which is undefined where the run ended before it was
   * open. Default: the outcome itself. It must not throw.
   */
  readonly toResult?: (outcome: Outcome<Answer>, state: State | undefined) => Result;
  /**
   * Events kept for readers that come late; older ones are dropped, `run-start` excepted, and an event `events-dropped` says how
   * many. Default 1,024. With 0 a late reader gets nothing of the past.
   */
  readonly eventBuffer?: number;
  /**
   * About how many bytes of events are kept for late readers, and as many for each reader that falls behind. Beyond it long texts of
   * the oldest are shortened to their head and tail (`shortened`), then the oldest are dropped (`events-dropped`). Default 16 MiB.
   */
  readonly maxEventBytes?: number;
}

/** The options of a run as the loop reads them, of whatever protocol. */
export type LoopOptions<Answer = never, Result = unknown, State = never> = Omit<
  RunOptions<Answer, Result, State>,
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
