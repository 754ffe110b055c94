import type { WalletGuard } from '@rlm/policies';

import type { ActionProfile } from '../actions/types.js';
import type { EventHub } from '../events/event-hub.js';
import type { Clock, RunContext } from '../kernel/context.js';
import type { EffectExecutor } from '../kernel/effects.js';
import type { Budget } from '../kernel/ledger.js';
import type { PolicySource } from '../kernel/options.js';
import type { CallModelOptions } from '../model/call-model.js';
import type { ModelLike, ModelMessage } from '../model/types.js';
import type { Approve } from '../tools/run-call.js';
import type { Tool, ToolSet } from '../tools/types.js';
import type { EngineEvent } from './events.js';

/** How long a conversation may grow. */
export interface ContextWindowOptions {
  /** The most tokens that a request's messages may take. Default 100,000. */
  readonly maxTokens?: number;
  /** Counts one message. Default: a quarter of its UTF-16 units, and 4. */
  readonly countTokens?: (message: ModelMessage) => number;
}

/** Options of `runResponse`. Only `model` and `prompt` have no default. */
export interface ResponseOptions {
  /** An AI SDK model object, or a function from a request to a reply. */
  readonly model: ModelLike;
  /** What the user asks: the current request. */
  readonly prompt: string;
  /** What the system text begins with; how to act and to finish follows. Default: nothing. */
  readonly system?: string;
  /** Messages of earlier turns, oldest first. Default: none. */
  readonly history?: readonly ModelMessage[];
  /** What the model may call, beside the finish tools. Default: none. */
  readonly tools?: ToolSet | readonly Tool[];
  /** Whether the tools are offered for native calls too. Default true. */
  readonly nativeTools?: boolean;
  /** Turns at most. Default 100; 0 is legal. */
  readonly maxIterations?: number;
  /** Text actions that run in one turn, finish tools not counted. Default 1. Native calls have no limit. */
  readonly maxActionsPerTurn?: number;
  /** How text actions are read. Default `strict`. */
  readonly profile?: ActionProfile;
  /** Asked after each turn by the kernel. Default: none. */
  readonly policies?: readonly PolicySource[];
  /** What ends runs that have silently finished or got stuck. Default `walletGuard()`; false: nothing. */
  readonly guard?: WalletGuard | false;
  /** Bounds on tokens, cost, calls and time. Default: none. */
  readonly limits?: Budget;
  /** Aborts the run, its model calls and its tools. Default: none. */
  readonly abortSignal?: AbortSignal;
  /** Asked once before each turn; true stops the run. Default: never. */
  readonly shouldStop?: () => boolean | Promise<boolean>;
  /** What becomes of an action that stands verbatim in a tool's result of this run. Default `deny`. */
  readonly onSuspectedInjection?: 'deny' | 'ask' | 'allow';
  /** Asks a person about a call. Default: nobody is there, so that such calls are refused. */
  readonly approve?: Approve;
  /** A longer result is cut in its middle, with a note. In UTF-16 units. Default 16,000. */
  readonly maxResultChars?: number;
  /** How long the conversation may grow. */
  readonly contextWindow?: ContextWindowOptions;
  /** Ends one call of a tool, in milliseconds. Default: no bound. */
  readonly toolTimeoutMs?: number;
  /** Ends one attempt of a call of the model, in milliseconds. Default: no bound. */
  readonly modelTimeoutMs?: number;
  /** Ends one turn, in milliseconds. Default: no bound. */
  readonly stepTimeoutMs?: number;
  /** Prices, where the model does not report cost. */
  readonly prices?: CallModelOptions['prices'];
  /** Every event of the run is published here too. Default: nowhere. */
  readonly events?: EventHub<EngineEvent>;
  /** Whether `result` rejects with an `EngineLimitError` when a limit ends the run. Default false. */
  readonly throwOnLimit?: boolean;
  /** Default: a random one. */
  readonly runId?: string;
  /** Makes this a child of the run whose context it is: it shares that run's budget. */
  readonly parent?: RunContext;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** What performs effects. Default: in this process. */
  readonly executor?: EffectExecutor;
}

/** Options of `runTask`. */
export interface TaskOptions extends ResponseOptions {
  /** What the task is called, and what else the model should know. */
  readonly task?: {
    /** Default: the run's id. */
    readonly id?: string;
    /** Default: the first line of the prompt, cut at 80 characters. */
    readonly name?: string;
    /** What the model should know beside the prompt. Default: nothing. */
    readonly context?: string | Readonly<Record<string, unknown>>;
  };
}

/** The defaults of the modes' options, in one table. */
export const engineDefaults: {
  readonly maxIterations: number;
  readonly maxActionsPerTurn: number;
  readonly profile: ActionProfile;
  readonly onSuspectedInjection: 'deny' | 'ask' | 'allow';
  readonly nativeTools: boolean;
  /** In UTF-16 units. */
  readonly maxResultChars: number;
  readonly maxContextTokens: number;
} = /* @__PURE__ */ Object.freeze({
  maxIterations: 100,
  maxActionsPerTurn: 1,
  profile: 'strict',
  onSuspectedInjection: 'deny',
  nativeTools: true,
  maxResultChars: 16_000,
  maxContextTokens: 100_000,
});
