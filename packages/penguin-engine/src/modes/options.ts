import type {
  ApproveCall,
  Budget,
  RunLimits,
  Clock,
  EffectExecutor,
  RejectionOptions,
  RunContext,
  RunJournal,
  Tool,
  ToolSet,
} from '@rlm/kernel';
import type { EventHub, PolicyOptions, RetryOptions } from '@rlm/kernel/internal';
import { defaultMaxResultChars } from '@rlm/kernel/tools/internal';
import type { ModelLike, RequestMessage, ModelPrices } from '@rlm/kernel/model';
import type { WalletGuard } from '@rlm/policies/internal';

import type { ActionProfile } from '../actions/types.js';
import type { Task } from '../task/task.js';
import type { EngineEvent } from './events.js';

/** How long a conversation may grow. */
export interface ContextWindowOptions {
  /** The most tokens that a request's messages may take. Default 100,000. */
  readonly maxTokens?: number;
  /** Counts one message. Default: the estimate that budgets use, a quarter of its ASCII characters, one for any other UTF-16 unit, and 4. */
  readonly countTokens?: (message: RequestMessage) => number;
}

/** Limits of a run of the tool loop: what it may spend, and how long a reply may be. */
export interface EngineLimits extends RunLimits {
  /**
   * Characters of one reply of the model. A longer one is stopped there: what was received counts, the model is asked for a shorter
   * one, and a diagnostic `reply_too_long` says so. Default 1,000,000.
   */
  readonly maxReplyChars?: number;
}

/** Options of `runResponse`. Only `model` and `prompt` have no default. */
export interface ResponseOptions extends PolicyOptions, RejectionOptions {
  /** An AI SDK model object, or a function from a request to a reply. */
  readonly model: ModelLike;
  /** What the user asks: the current request. */
  readonly prompt: string;
  /** What the system text begins with; how to act and to finish follows. Default: nothing. */
  readonly system?: string;
  /** Messages of earlier turns, oldest first. Default: none. */
  readonly history?: readonly RequestMessage[];
  /** What the model may call, beside the finish tools. Default: none. */
  readonly tools?: ToolSet | readonly Tool[];
  /** Whether the tools are offered for native calls too. Default true. */
  readonly nativeTools?: boolean;
  /** Turns at most. Default 100; 0 is legal. */
  readonly maxIterations?: number;
  /** Text actions that run in one turn, finish tools not counted. Default 1. Native calls have no limit. */
  readonly maxActionsPerTurn?: number;
  /** How often in one turn a reply that its length limit cut off is asked to go on; its pieces are one reply. Default 3. */
  readonly maxContinuations?: number;
  /** How text actions are read. Default `strict`. */
  readonly profile?: ActionProfile;
  /** What ends runs that have silently finished or got stuck. Default `walletGuard()`; false: nothing. */
  readonly guard?: WalletGuard | false;
  /** Bounds on tokens, cost, calls, time and the length of a reply. Default: that of a reply alone. */
  readonly limits?: EngineLimits;
  /**
   * A budget that `createBudget` made, shared by any number of runs: the tighter of it and `limits` holds. Default: none.
   */
  readonly budget?: Budget | undefined;
  /** Aborts the run, its model calls and its tools. Default: none. */
  readonly abortSignal?: AbortSignal;
  /** Asked once before each turn; true stops the run. Default: never. */
  readonly shouldStop?: () => boolean | Promise<boolean>;
  /** What becomes of an action that stands verbatim in a tool's result of this run. Default `deny`. */
  readonly onSuspectedInjection?: 'deny' | 'ask' | 'allow';
  /** Asks a person about a call. Default: nobody is there, so that such calls are refused. */
  readonly approve?: ApproveCall;
  /**
   * A longer result is cut in its middle, with a note. In UTF-16 units. Default 16,000. What marks lines that imitate the engine's
   * notes comes on top: a seventh at most.
   */
  readonly maxResultChars?: number;
  /** How long the conversation may grow. */
  readonly contextWindow?: ContextWindowOptions;
  /** Ends one call of a tool, in milliseconds. Default: no bound. */
  readonly toolTimeoutMs?: number;
  /** Ends one attempt of a call of the model, in milliseconds. Default: no bound. */
  readonly modelTimeoutMs?: number;
  /** Ends one turn, in milliseconds. Default: no bound. */
  readonly stepTimeoutMs?: number;
  /**
   * What the model costs, in US dollars per million tokens: one price, prices by name (its `modelId`, or `model`), or `reported`
   * where each reply says it. Required where cost is limited. Default: none.
   */
  readonly prices?: ModelPrices;
  /** Every event of the run is published here too. Default: nowhere. */
  readonly events?: EventHub<EngineEvent>;
  /** Default: the journal's, or a random one. */
  readonly runId?: string;
  /**
   * Where the run keeps what it is given (`store.create()` or `store.open(id)` of `@rlm/journal`): killed at any moment, it is
   * resumed by the same options and the journal opened again. Default: nowhere.
   */
  readonly journal?: RunJournal;
  /** What random numbers are seeded by. Default: the journal's seed, or the run's id. */
  readonly seed?: string;
  /** Makes this a child of the run whose context it is: it shares that run's budget. */
  readonly parent?: RunContext;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** What performs effects. Default: in this process. */
  readonly executor?: EffectExecutor;
  /**
   * When and how often a call of the model, or of a tool, that failed is tried again; a provider's `Retry-After` is waited for.
   * Default: three attempts in all. An `executor` has its own, a child that of its root.
   */
  readonly retry?: RetryOptions;
}

/** Options of `runTask`. */
export interface TaskOptions extends ResponseOptions {
  /**
   * What the task is called, and what else the model should know; or a `Task` that is `active` or `running`: made by
   * `createTask`, or the `task` of an earlier result that a person rejected. It comes back in `result.task`.
   */
  readonly task?: TaskInput;
  /**
   * `wait`: a run with a journal that has finished is not over until a person has reviewed it. It ends as `pending_review`, and its
   * process may end; `decide(store, id, { key, value: { approved: true } })` completes it at the next resume, and with
   * `{ approved: false, reason }` the model is told the reason and works on. Default: a finish ends the run.
   */
  readonly review?: 'wait';
}

/** A task as `runTask` takes it: a `Task`, or as much of one as is known. */
export interface TaskInput extends Partial<Task> {
  /** Default: the run's id. */
  readonly id?: string;
  /** Default: the first line of the prompt, cut at 80 characters. */
  readonly name?: string;
  /** What the model should know beside the prompt. Default: nothing. */
  readonly context?: string | Readonly<Record<string, unknown>>;
}

/** The defaults of the modes' options, in one table. */
export const engineDefaults: {
  readonly maxIterations: number;
  readonly maxActionsPerTurn: number;
  readonly maxContinuations: number;
  readonly profile: ActionProfile;
  readonly onSuspectedInjection: 'deny' | 'ask' | 'allow';
  readonly nativeTools: boolean;
  /** In UTF-16 units. */
  readonly maxResultChars: number;
  readonly maxContextTokens: number;
} = /* @__PURE__ */ Object.freeze({
  maxIterations: 100,
  maxActionsPerTurn: 1,
  maxContinuations: 3,
  profile: 'strict',
  onSuspectedInjection: 'deny',
  nativeTools: true,
  maxResultChars: defaultMaxResultChars,
  maxContextTokens: 100_000,
});
