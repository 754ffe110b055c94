import type { ModelSettings } from './settings.js';

/**
 * The purpose of a model call: it decides the lane, the budget and the telemetry. `root`: a step, or
 * the wrap-up; `sub`: a sub-query; `summary`: a summary of older steps.
 */
export type ModelPurpose = 'root' | 'sub' | 'summary';

/** One message of a conversation. */
export type RequestMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[] | undefined;
    }
  | {
      readonly role: 'tool';
      readonly content: string;
      readonly callId: string;
      readonly name: string;
    };

/** A tool as it is offered to a model. */
export interface ModelToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the tool's input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A tool call that a model made in its own format. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /**
   * The arguments as the model returned them: JSON text, or data. In a request they are always an object: `{}` for nothing, and
   * `{ input }` for what is none.
   */
  readonly arguments: unknown;
}

/** The usage of one call; a field is absent if the model did not report it. */
export interface ModelUsage {
  readonly inputTokens?: number | undefined;
  /**
   * The input tokens that the provider read from its cache. They have a price of their own
   * (`cachedInputPerMillion`).
   */
  readonly cachedInputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly costUsd?: number | undefined;
  /**
   * True if tokens are an estimate: the model reported none, or too few to believe, or its stream
   * was stopped before it reported them. Absent otherwise.
   */
  readonly estimated?: true | undefined;
}

/** Why a model ended its reply. */
export type ModelFinishReason =
  | 'stop'
  | 'length'
  | 'tool-calls'
  | 'content-filter'
  | 'error'
  | 'other';

/** A request to a model. */
export interface ModelRequest {
  readonly messages: readonly RequestMessage[];
  readonly tools?: readonly ModelToolDefinition[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly purpose: ModelPurpose;
  /** The maximum length of the reply in tokens, if a budget sets one. */
  readonly maxOutputTokens?: number | undefined;
  /**
   * Temperature, headers and the like. They do not identify a call: a run may be resumed with other
   * settings.
   */
  readonly settings?: ModelSettings | undefined;
  /** Whether the next prompt begins with this one, and is to be read from the provider's cache. It does not identify a call either. */
  readonly promptCache?: 'auto' | undefined;
}

/** A model's reply. */
export interface ModelReply {
  readonly text: string;
  readonly toolCalls?: readonly ModelToolCall[] | undefined;
  readonly usage?: ModelUsage | undefined;
  readonly finishReason?: ModelFinishReason | undefined;
  /** Whether its stream was stopped at the end of the wanted text. */
  readonly wasCut?: boolean | undefined;
  /** How many native calls were left out: only the first 1,000 of a reply are read. Absent if all were. */
  readonly unreadCalls?: number;
  /**
   * Whether it was longer than `maxReplyChars`: its stream was stopped, and text and native calls
   * beyond that are left out.
   */
  readonly isTooLong?: boolean | undefined;
  /** Whether it used tokens for reasoning that its stream did not show. */
  readonly hidesReasoning?: boolean | undefined;
  /** Whether its stream ended without a finish reason, and it counts all the same. */
  readonly finishReasonMissing?: true;
  /** Where it came from if this call did not ask the model; it costs nothing then. */
  readonly origin?: 'shared' | 'cache';
}

/** The request that a {@link ModelFunction} receives: it always has a signal. */
export interface ModelFunctionRequest extends ModelRequest {
  /** Aborted when the reply is no longer wanted: the run has ended, or a time limit was reached. */
  readonly abortSignal: AbortSignal;
}

/** A model as a plain function: it returns the whole reply, or its text in pieces. */
export type ModelFunction = (
  request: ModelFunctionRequest,
) => PromiseLike<string | ModelReply> | AsyncIterable<string> | string | ModelReply;

/** An AI SDK model object, recognised by its shape (provider specification V2, V3 or V4). */
export interface LanguageModelLike {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<unknown>;
}

/**
 * Anything that `callModel` can call. A text is the name of a model, as the AI SDK takes it: `'openai/gpt-5-mini'` is asked of
 * the AI SDK's default provider, else of the gateway of `@ai-sdk/gateway`, if that is installed.
 */
export type ModelLike = LanguageModelLike | ModelFunction | string;
