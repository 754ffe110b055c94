import type { Budget } from '../budget/budget.js';
import type { EffectExecutor } from '../contract/effects.js';
import type { RunJournal } from '../contract/journal.js';
import type { RunLimits } from '../contract/ledger.js';
import type { PolicyOptions } from '../contract/policy-options.js';
import type { RetryOptions } from '../effects/retry.js';
import type { ModelPrices } from '../model/prices.js';
import type { RunSettings } from '../model/settings.js';
import type { Clock } from '../platform/clock.js';
import type { ApproveCall } from '../tools/approval.js';

/** Limits that mean the same in every loop. The table of the README has each loop's defaults. */
export interface LoopLimits extends Omit<RunLimits, 'maxDepth'> {
  /**
   * Characters of one reply of a model. A longer one is stopped there: what was received counts, the model is asked for a shorter one, and
   * a diagnostic `reply_too_long` says so.
   */
  readonly maxReplyChars?: number | undefined;
  /**
   * Characters of output that the model is shown, head and tail: of a tool's result in the agent loop, of a step's output in `runRlm`. In
   * UTF-16 units; marks and notes of the host are added.
   */
  readonly maxOutputChars?: number | undefined;
  /** Time of one call of a model, or of a tool, in milliseconds. A tool that needs less has `withTimeout`. */
  readonly callTimeoutMs?: number | undefined;
}

/** Options that mean the same in every loop. The table of the README has each loop's defaults. */
export interface RunOptions extends PolicyOptions {
  /** Steps at most: replies of the model, with what follows from each. 0 is legal. */
  readonly maxSteps?: number | undefined;
  /** Levels of runs below this one. */
  readonly maxDepth?: number | undefined;
  /** All other limits, of this run and of the runs below it. */
  readonly limits?: LoopLimits | undefined;
  /**
   * A budget that `createBudget` made, shared by any number of runs: the tighter of it and `limits` holds. Children use their root's.
   * Default: none.
   */
  readonly budget?: Budget | undefined;
  /** One step at most, in milliseconds; a longer one stops the run with `timeout`. Default: no limit. */
  readonly stepTimeoutMs?: number | undefined;
  /** Whether `result` rejects with a `RunLimitError` if a limit ends the run. Default false. */
  readonly throwOnLimit?: boolean | undefined;
  /**
   * Whether `result` rejects with a `RunFailedError` if the run ends without an answer, for whatever reason; one that waits for a person
   * (`suspended`), or that `shouldStop` ended, does not. A limit is left to `throwOnLimit` if both are set. Default false.
   */
  readonly throwOnFailure?: boolean | undefined;
  /** Asks a person about a call of a tool made by `requiresApproval`, which needs it. See {@link ApproveCall}. */
  readonly approve?: ApproveCall | undefined;
  /**
   * What the models cost, in US dollars per million tokens: one price for all, prices by name (a model's `modelId`, or the option that it
   * was given as), or `reported` if each reply says it (`usage.costUsd`). With `limits.maxCostUsd`, each model needs one. Default: none.
   */
  readonly prices?: ModelPrices | undefined;
  /** Temperature, headers and the like, by what a call is for. Default: none, so that the model's own hold. */
  readonly settings?: RunSettings | undefined;
  /**
   * `auto` marks the prompts of steps, so that providers which keep marked prompts alone (Anthropic, and Claude and Nova on
   * Bedrock) read the next one from their cache. Others keep prompts by themselves. Default: no marks.
   */
  readonly promptCache?: 'auto' | undefined;
  /**
   * When and how often a failed call of a model or a tool is tried again, in child runs too; the run waits for a provider's `Retry-After`.
   * Default: three attempts in all. An `executor` has its own, a child that of its root.
   */
  readonly retry?: RetryOptions | undefined;
  /**
   * What carries out calls of models and tools: `bullmqExecutor` of `@rlm/journal`, or your own. Children use their root's. Default: in
   * this process.
   */
  readonly executor?: EffectExecutor | undefined;
  /** Time, for tests and replays. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Names the run in its events. Default: the journal's, or a random one; a child's is its parent's id, a dot and a number. */
  readonly runId?: string | undefined;
  /** Aborts the run, with all that it calls. Default: none. */
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * Where the run keeps what it is given (`store.create()` or `store.open(id)` of `@rlm/journal`): killed at any moment, it is
   * resumed by the same options and the journal opened again. The run closes the journal when it ends. Children use their root's.
   * Default: nowhere.
   */
  readonly journal?: RunJournal | undefined;
  /** What random numbers are seeded by. Default: the journal's seed, or the run's id; a child's comes from its parent's. */
  readonly seed?: string | undefined;
}

/** The options of one run, which an object that makes several of them does not take. */
export type OneRunOption = 'runId' | 'abortSignal' | 'journal' | 'seed';
