import type { ModelSettings } from './settings.js';

/** What a call to a model is for: it decides the lane, the budget and the telemetry. */
export type ModelPurpose = 'root' | 'sub' | 'summary';

/** One message of a conversation. */
export type RequestMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[];
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

/** A call of a tool that a model made in its own format. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model gave them: JSON text, or data. */
  readonly arguments: unknown;
}

/** Tokens of one call; `undefined` where the model did not say. */
export interface ModelUsage {
  readonly inputTokens?: number;
  /** Those of the input tokens that the provider read from its cache. They have a price of their own (`cachedInputPerMillion`). */
  readonly cachedInputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
}

/** Why a model ended its reply. */
export type ModelFinishReason =
  'stop' | 'length' | 'tool-calls' | 'content-filter' | 'error' | 'other';

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly RequestMessage[];
  readonly tools?: readonly ModelToolDefinition[];
  readonly abortSignal?: AbortSignal;
  readonly purpose: ModelPurpose;
  /** Upper bound of the reply's length in tokens, where a budget sets one. */
  readonly maxOutputTokens?: number;
  /** Temperature, headers and the like. They do not identify a call: a run that is resumed with others goes on. */
  readonly settings?: ModelSettings;
  /** Whether the next prompt begins with this one, and is to be read from the provider's cache. It does not identify a call either. */
  readonly promptCache?: 'auto';
}

/** What a model answered. */
export interface ModelReply {
  readonly text: string;
  readonly toolCalls?: readonly ModelToolCall[];
  readonly usage?: ModelUsage;
  readonly finishReason?: ModelFinishReason;
  /** Whether its stream was stopped, and the text ends where it was to end. */
  readonly wasCut?: boolean;
  /** Whether it was longer than `maxReplyChars`: its stream was stopped, and text and native calls beyond are left out. */
  readonly isTooLong?: boolean;
  /** Where it came from, if the model was not asked for it: it costs nothing then. */
  readonly origin?: 'shared' | 'cache';
}

/** What a {@link ModelFunction} is asked: there is always a signal. */
export interface ModelFunctionRequest extends ModelRequest {
  /** Aborts when the reply is no longer wanted: the run ended, or a time limit passed. */
  readonly abortSignal: AbortSignal;
}

/** A model as a plain function: the whole reply at once, or its text in pieces. */
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

/** Anything that can answer: what people already have. */
export type ModelLike = LanguageModelLike | ModelFunction;
