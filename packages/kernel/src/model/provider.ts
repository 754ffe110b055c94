import type { ModelReply, ModelRequest } from './types.js';

/** One attempt at a call, as a provider is asked to make it. */
export interface ProviderCall {
  readonly request: ModelRequest;
  readonly abortSignal: AbortSignal;
  /** Called with each piece of text; `'stop'` ends the stream. Absent: the reply is wanted at once. */
  readonly onText?: (delta: string) => 'stop' | undefined;
  /** A stream that gave more characters than this is stopped; its reply is given as `isTooLong`. Default: no limit. */
  readonly maxChars?: number;
}

/** A model of any shape, behind one. */
export interface Provider {
  /** The model's name, where it has one: part of what identifies a call. */
  readonly modelId: string | undefined;
  call(call: ProviderCall): Promise<ModelReply>;
}
