import type { ModelFunction, ModelReply, ModelRequest } from '../model/types.js';

/** One scripted answer of a model. */
export type ScriptedReply =
  /** The whole text. */
  | string
  /** No text at all: the same as the empty one. */
  | null
  /** A reply with tool calls, usage or a finish reason. */
  | ModelReply
  /** A fault: an error as it is, or one made of the text. */
  | { readonly raise: unknown }
  /** A stream of texts; `raise` breaks it off after them, `hang` never ends it. */
  | { readonly chunks: readonly string[]; readonly raise?: unknown; readonly hang?: true }
  /** An answer of a provider's server: 429 and 5xx are worth another try. */
  | { readonly status: number; readonly message?: string; readonly retryAfterMs?: number }
  /** Never answers; heeds the abort signal. */
  | { readonly hang: true }
  /** Made of the request, at the call. */
  | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>);

/** A model that answers by a script, and remembers what it was asked. */
export type ScriptedModel = ModelFunction & { readonly calls: ModelRequest[] };

/** How a script goes on when it is used up. */
export interface ScriptedModelOptions {
  /** `raise` (default) throws, `repeat` gives the last reply again, `cycle` starts anew. */
  readonly after?: 'raise' | 'repeat' | 'cycle';
}

/**
 * A model for tests: gives the replies in turn and keeps every request in `calls`.
 *
 *     const model = scriptedModel(['first', { raise: 'overloaded' }, { chunks: ['sec', 'ond'] }]);
 */
export declare function scriptedModel(
  replies: readonly ScriptedReply[],
  options?: ScriptedModelOptions,
): ScriptedModel;
