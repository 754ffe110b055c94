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
import type { TelemetryOptions } from './telemetry-options.js';

/** Limits that mean the same in every loop. Each loop has its own defaults. */
export interface LoopLimits extends Omit<RunLimits, 'maxDepth'> {
  /**
   * Characters of one model reply. A longer reply is stopped there: the text received so far is
   * used, the model is asked for a shorter one, and a diagnostic `reply_too_long` reports it.
   */
  readonly maxReplyChars?: number | undefined;
  /**
   * Characters of output that the model sees, head and tail: of a tool's result in the agent loop,
   * of a step's output in `runRlm`. In UTF-16 units; marks and notices of the host are added.
   */
  readonly maxOutputChars?: number | undefined;
  /**
   * Time limit of one call of a model or a tool, in milliseconds. `withTimeout` sets a shorter one
   * for a tool.
   */
  readonly callTimeoutMs?: number | undefined;
}

/** Options that mean the same in every loop. Each loop has its own defaults. */
export interface RunOptions extends PolicyOptions {
  /** The maximum number of steps: model replies, each with what follows from it. 0 is legal. */
  readonly maxSteps?: number | undefined;
  /** Levels of runs below this one. */
  readonly maxDepth?: number | undefined;
  /** All other limits, of this run and of the runs below it. */
  readonly limits?: LoopLimits | undefined;
  /**
   * A budget made by `createBudget`, which any number of runs may share: the tighter of it and
   * `limits` applies. Children use their root's. Default: none.
   */
  readonly budget?: Budget | undefined;
  /**
   * Time limit of one step, in milliseconds; a longer step stops the run with `timeout`. Default:
   * no limit.
   */
  readonly stepTimeoutMs?: number | undefined;
  /** Whether `result` rejects with a `RunLimitError` if a limit ends the run. Default false. */
  readonly throwOnLimit?: boolean | undefined;
  /**
   * Whether `result` rejects with a `RunFailedError` if the run ends without an answer, for any
   * reason except that it waits for a person (`suspended`) or that `shouldStop` ended it. If
   * `throwOnLimit` is set too, it handles limits. Default false.
   */
  readonly throwOnFailure?: boolean | undefined;
  /**
   * Asks a person to approve a call of a tool made by `requiresApproval`, which needs this option.
   * See {@link ApproveCall}.
   */
  readonly approve?: ApproveCall | undefined;
  /**
   * What the models cost, in US dollars per million tokens: one price for all, prices by name (a
   * model's `modelId`, or the option that holds it), or `reported` if each reply reports its cost
   * (`usage.costUsd`). With `limits.maxCostUsd`, each model needs a price. Default: none.
   */
  readonly prices?: ModelPrices | undefined;
  /**
   * Temperature, headers and the like, by the purpose of the call. Default: none, so that the
   * model's own apply.
   */
  readonly settings?: RunSettings | undefined;
  /**
   * With `auto`, the prompts of steps are marked, so that providers that cache only marked prompts
   * (Anthropic, and Claude and Nova on Bedrock) read the next one from their cache. Other providers
   * cache prompts without marks. Default: no marks.
   */
  readonly promptCache?: 'auto' | undefined;
  /**
   * When and how often a failed call of a model or a tool is retried, in child runs too; the run
   * waits for a provider's `Retry-After`. Default: three attempts in all. An `executor` has its own
   * retry options, and a child uses its root's.
   */
  readonly retry?: RetryOptions | undefined;
  /**
   * What performs calls of models and tools, for example with limits on concurrency of its own.
   * Children use their root's. Default: this process.
   */
  readonly executor?: EffectExecutor | undefined;
  /** Time, for tests and replays. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /**
   * The run's id in its events. Default: the journal's, or a random one; a child's is its parent's
   * id, a dot and a number.
   */
  readonly runId?: string | undefined;
  /** Aborts the run and all its calls. Default: none. */
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * Where the run records its inputs (`store.create()` or `store.open(id)` of `@rlm/journal`). If
   * it is killed at any moment, it can be resumed with the same options and the journal opened
   * again. The run closes the journal when it ends. Children use their root's. Default: not
   * recorded.
   */
  readonly journal?: RunJournal | undefined;
  /**
   * The seed of random numbers. Default: the journal's seed, or the run's id; a child's derives
   * from its parent's.
   */
  readonly seed?: string | undefined;
  /** OpenTelemetry spans of the run and of the runs below it. Default: none. */
  readonly telemetry?: TelemetryOptions | undefined;
}

/** The options of one run, which an object that makes several runs does not accept. */
export type OneRunOption = 'runId' | 'abortSignal' | 'journal' | 'seed';
