import type { TerminationPolicy } from '@rlm/policies';

import type { Clock, RunContext } from './context.js';
import type { EffectExecutor } from './effects.js';
import type { Amounts, Budget } from './ledger.js';
import type { Outcome } from './outcome.js';

/** A policy, or a recipe that makes a fresh one for each run. An instance is reset when a run starts. */
export type PolicySource = TerminationPolicy | (() => TerminationPolicy);

/** How a run is made. All fields have defaults. */
export interface RunOptions<Answer = unknown, Result = Outcome<Answer>> {
  /** Default: a random one; a child's is its parent's id, a dot and a number. */
  readonly runId?: string;
  /**
   * Makes this a child of the run whose context it is: depth + 1, the same ledger (with `budget` as a
   * further bound for this child alone), executor and clock; it is aborted with its parent, and its
   * events appear in the parent's stream as they are.
   */
  readonly parent?: RunContext;
  /** Steps at most. Default 30; 0 is legal. */
  readonly maxSteps?: number;
  /** Bounds for the tree that this run is the root of. Default: none. */
  readonly budget?: Budget;
  /** What is kept back for `conclude`, at least, as far as the budget has it. Default: one call, a tenth of tokens and cost. */
  readonly wrapUp?: Partial<Amounts>;
  /** One step at most, in milliseconds; a longer one stops the run with `timeout`. Default: no bound. */
  readonly stepTimeoutMs?: number;
  /** The wrap-up at most, in milliseconds. Default 60,000; after a time-out of the run it gets none. */
  readonly concludeTimeoutMs?: number;
  /** How long an aborted step, and `close`, may take to end before they are left behind. Default 5,000. */
  readonly graceMs?: number;
  /** Failed steps in a row that stop the run with `max_errors`. Default: no bound. */
  readonly maxErrors?: number;
  /** Asked after the policies; what they stop has the finish reason `guard`. */
  readonly guards?: readonly PolicySource[];
  readonly abortSignal?: AbortSignal;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** What performs effects. Default: in this process, with bounded lanes and retries. Children use their root's. */
  readonly executor?: EffectExecutor;
  /**
   * Resolves when whoever got an effect's result has nothing more to do with it: the next result is
   * delivered then. Default: one turn of the event loop.
   */
  readonly idle?: () => Promise<void>;
  /** The task as policies see it. Default: the empty text. */
  readonly task?: string;
  /** `config` as policies see it. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** How many earlier results policies see. Default 64. */
  readonly historyWindow?: number;
  /** Makes the run's result of its outcome. Default: the outcome itself. It must not throw. */
  readonly toResult?: (outcome: Outcome<Answer>) => Result;
}
