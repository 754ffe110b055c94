import type {
  Diagnostic,
  NamedTools,
  OneRunOption,
  RunOptions,
  StandardSchema,
  ToolSet,
} from '@rlm/kernel';
import type { ModelLike } from '@rlm/kernel/model';
import type { RequiredIsolation, SandboxBackend, SandboxLimits } from '@rlm/sandbox';

import type { ContextValue, NamedContext } from '../context/context-value.js';
import type { ConversationMessage } from '../context/conversation.js';
import type { CompactionOptions } from './compaction-options.js';
import type { PromptParts } from './prompt-parts.js';
import type { RlmTool } from './tool.js';
import type { DialectChoice } from './dialects.js';
import type { RlmLimits } from './limits.js';

/** One model for every depth, or one per depth from 0; the last serves the deeper ones. */
export type ModelChoice = ModelLike | readonly [ModelLike, ...ModelLike[]];

/**
 * Where answers of sub-queries are kept: the shape of an unstorage storage. Keys are SHA-256 hashes in
 * hexadecimal of all that an answer depends on: the model (an AI SDK model's provider and id; a function as such, in its own
 * process), the name that code called it by, `settings.sub` without headers, the schema and the prompt. Values are objects `{ text }`.
 */
export interface QueryCache {
  /** The value of a key; null or undefined if there is none. */
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: never): unknown;
}

/** How an RLM works, whatever it is asked. */
export interface RlmOptions<Schema extends StandardSchema | undefined = undefined> extends Omit<
  RunOptions,
  OneRunOption
> {
  /** The model that writes code. */
  readonly model: ModelChoice;
  /** The model that answers `llm_query`. Default: `model`. */
  readonly subModel?: ModelChoice | undefined;
  /** Further sub-models, chosen from code by name: `llm_query(prompt, { model: 'name' })`. */
  readonly models?: Readonly<Record<string, ModelLike>> | undefined;
  /** Where code runs: `quickjs()`, `pyodide()`, or another backend of `@rlm/sandbox`. Default: `quickjs()`, which is imported then. */
  readonly sandbox?: SandboxBackend | undefined;
  /**
   * Whether each block is checked before it runs, if the sandbox can (`capabilities.preflight`): one that is certain to fail on a
   * name that nothing can have set is refused at once, with a notice; other findings are notices too. Default true.
   */
  readonly preflight?: boolean | undefined;
  /** Limits of each session. Default: those of `@rlm/sandbox`, and 256 MB for one value. */
  readonly sandboxLimits?: Partial<SandboxLimits> | undefined;
  /**
   * The isolation that every session of the run must have, `'os'` for one by the operating system. With a weaker one, the run ends
   * with the error `isolation_unavailable` before a model is called. Default: the best that the backend has here.
   */
  readonly requireIsolation?: RequiredIsolation | undefined;
  /** Whom the run is for. Tenants take turns for the sessions of a pool (`createSandboxPool`). Default: all are one tenant. */
  readonly tenant?: string | undefined;
  /** Text, JSON data, a `Blob` or a stream: the variable `context` in the REPL. Read once. Undefined is refused: leave the name out. */
  readonly context?: ContextValue;
  /** Several contexts, each under its own name, instead of `context`. Undefined is refused. */
  readonly contexts?: Readonly<Record<string, NamedContext>>;
  /** What `context` holds, in a sentence for the model. */
  readonly contextDescription?: string | undefined;
  /** What its result has among its diagnostics from the start: those of `readContextFiles`. */
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** Levels of child runs; below the deepest `rlm_query` is `llm_query`. Default 1. */
  readonly maxDepth?: number | undefined;
  /** All other limits. */
  readonly limits?: RlmLimits | undefined;
  /** What the answer must be: a schema of zod, valibot, arktype. A mismatch goes back to the model. */
  readonly schema?: Schema | undefined;
  /** Schemas for sub-queries, chosen from code by name: `llm_query(prompt, { schema: 'name' })`. */
  readonly schemas?: Readonly<Record<string, StandardSchema>> | undefined;
  /** Your own functions in the REPL: a list, a set, or tools by name, as the AI SDK has them (`{ search: tool({ ... }) }`). */
  readonly tools?: ToolSet | readonly RlmTool[] | NamedTools | undefined;
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
  /**
   * Asks for the best answer when a limit or policy stops the run: one more call. For it, a tenth of the limits on tokens and cost is kept,
   * or more if a call took more. With false, nothing is kept. Default true.
   */
  readonly wrapUp?: boolean | undefined;
  /** Serves repeated sub-queries from earlier answers. Default: none. */
  readonly cache?: QueryCache | undefined;
  /**
   * Shortens the transcript as it nears the model's window. Default: at 400,000 characters. `false`: never, but that a run keeps 64 MiB of it
   * at most (notice `transcript_shortened`).
   */
  readonly compaction?: CompactionOptions | false | undefined;
  /**
   * Keeps account of how much of the contexts was read: in `result.coverage`, an event a turn, and `metrics.coverage` for the policy
   * `coverage`. Default false: nothing is indexed.
   */
  readonly coverage?: boolean | undefined;
  /** Puts the final values of the user's variables into the result. Default false. */
  readonly includeVariables?: boolean | undefined;
}

/** A whole run: how it works, and what it is asked. */
export interface RunRlmOptions<Schema extends StandardSchema | undefined = undefined>
  extends RlmOptions<Schema>, Pick<RunOptions, OneRunOption> {
  /** The question. For a chat, pass `messages` instead ({@link RunMessagesOptions}). */
  readonly query: string;
  readonly messages?: undefined;
  /**
   * Whether a journal gets snapshots of the REPL's state, where the sandbox has them: `auto` after more than a second in which code
   * computed, so that this need not be computed again when the run is resumed. Default `auto`.
   */
  readonly snapshots?: 'auto' | 'none' | undefined;
}

/** A whole run over a chat: how it works, and the messages that it answers. */
export interface RunMessagesOptions<
  Schema extends StandardSchema | undefined = undefined,
> extends Omit<RunRlmOptions<Schema>, 'query' | 'messages'> {
  /**
   * The messages of a chat, as `UIMessage[]` or `ModelMessage[]` of the AI SDK. The last one of the user is
   * the question. The others are the variable `conversation`, as text, and the last of them are in the prompt, shortened.
   */
  readonly messages: readonly ConversationMessage[];
  /** The last message of the user is the question. */
  readonly query?: undefined;
}

/** The options of one question. */
export type RlmRequest = Pick<RunOptions, 'runId' | 'abortSignal' | 'maxSteps'>;
