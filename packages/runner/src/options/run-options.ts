import type {
  ApproveCall,
  Budget,
  Clock,
  EffectExecutor,
  RejectionOptions,
  RunJournal,
  StandardSchema,
  ToolSet,
} from '@rlm/kernel';
import type { PolicyOptions, RetryOptions } from '@rlm/kernel/internal';
import type { ModelLike, ModelPrices } from '@rlm/kernel/model';
import type { SandboxBackend, SandboxLimits } from '@rlm/sandbox';

import type { ContextValue, NamedContext } from '../context/context-value.js';
import type { CompactionOptions } from './compaction-options.js';
import type { PromptParts } from './prompt-parts.js';
import type { RlmTool } from './tool.js';
import type { TelemetryOptions } from './telemetry-options.js';
import type { DialectChoice } from './dialects.js';
import type { RlmLimits } from './limits.js';

/** One model for every depth, or one per depth from 0; the last serves the deeper ones. */
export type ModelChoice = ModelLike | readonly [ModelLike, ...ModelLike[]];

/**
 * Where answers of sub-queries are kept: the shape of an unstorage storage. Keys are SHA-256 hashes in
 * hexadecimal of all that an answer depends on: the model (an AI SDK model's provider and id; a function as such, in its own
 * process), the name that code called it by, the schema and the prompt. Values are objects `{ text }`.
 */
export interface QueryCache {
  /** The value of a key; null or undefined where there is none. */
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: never): unknown;
}

/** How an RLM works, whatever it is asked. */
export interface RlmOptions<Schema extends StandardSchema | undefined = undefined>
  extends PolicyOptions, RejectionOptions {
  /** The model that writes code. */
  readonly model: ModelChoice;
  /** The model that answers `llm_query`. Default: `model`. */
  readonly subModel?: ModelChoice | undefined;
  /** Further sub-models, chosen from code by name: `llm_query(prompt, { model: 'name' })`. */
  readonly models?: Readonly<Record<string, ModelLike>> | undefined;
  /** Where code runs: `quickjs()`, `pyodide()`, or another backend of `@rlm/sandbox`. */
  readonly sandbox: SandboxBackend;
  /**
   * Whether each block is looked at before it runs, where the sandbox can (`capabilities.preflight`): one that is certain to fail on a
   * name that nothing can have set is refused at once, and the model is told; other findings are notices. Default true.
   */
  readonly preflight?: boolean | undefined;
  /** Limits of each session. Default: those of `@rlm/sandbox`, and 256 MB for one value. */
  readonly sandboxLimits?: Partial<SandboxLimits> | undefined;
  /** Text, JSON data, a `Blob` or a stream: the variable `context` in the REPL. Read once. */
  readonly context?: ContextValue | undefined;
  /** Several contexts, each under its own name, instead of `context`. */
  readonly contexts?: Readonly<Record<string, NamedContext>> | undefined;
  /** What `context` holds, in a sentence for the model. */
  readonly contextDescription?: string | undefined;
  /** Turns of the model. Default 30; 0 goes straight to the wrap-up. */
  readonly maxSteps?: number | undefined;
  /** The deepest level of child runs; below it `rlm_query` is `llm_query`. Default 1. */
  readonly maxDepth?: number | undefined;
  /** All other limits. */
  readonly limits?: RlmLimits | undefined;
  /**
   * A budget that `createBudget` made, shared by any number of runs: the tighter of it and `limits` holds. Default: none.
   */
  readonly budget?: Budget | undefined;
  /** What the answer must be: a schema of zod, valibot, arktype. A mismatch goes back to the model. */
  readonly schema?: Schema | undefined;
  /** Schemas for sub-queries, chosen from code by name: `llm_query(prompt, { schema: 'name' })`. */
  readonly schemas?: Readonly<Record<string, StandardSchema>> | undefined;
  /** Your own functions in the REPL. */
  readonly tools?: ToolSet | readonly RlmTool[] | undefined;
  /** Asks a person about a call of a tool made by `requiresApproval`. Required where there is such a tool. */
  readonly approve?: ApproveCall | undefined;
  /**
   * The ways to finish that the model is offered: names of `dialects` of `@rlm/termination/dialects`, or `Dialect`
   * records of your own. Prose is read by each in its order. Default `['final', 'submit']`.
   */
  readonly dialects?: readonly DialectChoice[] | undefined;
  /** Added to the prompt, in your words. */
  readonly instructions?: string | undefined;
  /** Parts of the prompt to replace or leave out. */
  readonly prompt?: PromptParts | undefined;
  /** Stops a streaming model when its first block of code is complete. Default true. */
  readonly fenceStop?: boolean | undefined;
  /** Turns that must pass before an answer is accepted. Default 0. */
  readonly minSteps?: number | undefined;
  /** Refuses an answer before any code has run. Default false. */
  readonly requireExecution?: boolean | undefined;
  /** Refuses an empty answer, though it was given explicitly. Default false. */
  readonly rejectEmptyFinal?: boolean | undefined;
  /** Asks for the best answer when a limit or policy stops the run: one more call. Default true. */
  readonly wrapUp?: boolean | undefined;
  /**
   * What the models cost, in US dollars per million tokens: one price for all, prices by name (a model's `modelId`, `model`,
   * `subModel` or a key of `models`), or `reported` where each reply says it (`usage.costUsd`). With `maxCostUsd`, each model
   * needs one. Default: none.
   */
  readonly prices?: ModelPrices | undefined;
  /** Serves repeated sub-queries from earlier answers. Default: none. */
  readonly cache?: QueryCache | undefined;
  /**
   * Shortens the transcript as it nears the model's window. Default: at 400,000 characters. `false`: never, but that a run keeps 64 MiB of it
   * at most (notice `transcript_shortened`).
   */
  readonly compaction?: CompactionOptions | false | undefined;
  /** OpenTelemetry spans. Default: none. */
  readonly telemetry?: TelemetryOptions | undefined;
  /**
   * Keeps account of how much of the contexts was read: in `result.coverage`, an event a turn, and `metrics.coverage` for the policy
   * `coverage`. Default false: nothing is indexed.
   */
  readonly coverage?: boolean | undefined;
  /** Puts the final values of the user's variables into the result. Default false. */
  readonly includeVariables?: boolean | undefined;
  /**
   * When and how often a failed call of a model or a tool is tried again, in child runs too; a provider's `Retry-After` is
   * waited for. Default: three attempts in all.
   */
  readonly retry?: RetryOptions | undefined;
  /**
   * What carries model calls, tools and sub-queries out: `bullmqExecutor` of `@rlm/journal`, or your own. It tries again as it was
   * made to. Default: in this process.
   */
  readonly executor?: EffectExecutor | undefined;
  /** Time, for tests and replays. Default: the machine's. */
  readonly clock?: Clock | undefined;
}

/** A whole run: how it works, and what it is asked. */
export interface RunRlmOptions<
  Schema extends StandardSchema | undefined = undefined,
> extends RlmOptions<Schema> {
  /** The question. */
  readonly query: string;
  /** Names the run in events and seeds its randomness. Default: the journal's, or a random UUID. */
  readonly runId?: string | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * Where the run keeps what it is given (`store.create()` or `store.open(id)` of `@rlm/journal`): killed at any moment, it is
   * resumed by the same options and the journal opened again. Default: nowhere.
   */
  readonly journal?: RunJournal | undefined;
  /**
   * Whether a journal gets images of the REPL's state, where the sandbox has them: `auto` after more than a second in which code
   * computed, so that this need not be computed again when the run is resumed. Default `auto`.
   */
  readonly images?: 'auto' | 'none' | undefined;
}

/** The options of one question. */
export interface RlmRequest {
  readonly runId?: string | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly maxSteps?: number | undefined;
}
