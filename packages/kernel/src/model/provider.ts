import type { StreamedTokens } from './estimate.js';
import type { ModelReply, ModelRequest } from './types.js';

/** One attempt at a call, as a provider receives it. */
export interface ProviderCall {
  readonly request: ModelRequest;
  readonly abortSignal: AbortSignal;
  /**
   * Called with each piece of text; `'stop'` ends the stream. If absent, the reply is not streamed.
   */
  readonly onText?: ((delta: string) => 'stop' | undefined) | undefined;
  /** A longer stream is stopped, and its reply is marked `isTooLong`. Default: no limit. */
  readonly maxChars?: number | undefined;
  /** Counts all that arrives: text, reasoning and the arguments of tool calls. */
  readonly streamed?: StreamedTokens | undefined;
  /** Whether a text whose stream ended without a finish reason is a whole reply. Default: none is. */
  readonly isWhole?: ((text: string) => boolean) | undefined;
}

/** A model of any kind behind one interface. */
export interface Provider {
  /** The model's name, if it has one: it is part of what identifies a call. */
  readonly modelId: string | undefined;
  call(call: ProviderCall): Promise<ModelReply>;
}
