import type { ModelSettings } from '../settings.js';
import type { LanguageModelLike, ModelRequest } from '../types.js';
import { markPrompt } from './cache-marks.js';
import { toModelMessages } from './model-messages.js';

/** Those common call options of provider specifications V2, V3 and V4 that are used here. */
export interface CallOptions extends ModelSettings {
  readonly prompt: readonly unknown[];
  readonly abortSignal: AbortSignal;
  readonly maxOutputTokens?: number | undefined;
  readonly tools?: readonly unknown[];
  readonly toolChoice?: { readonly type: 'auto' };
}

/** A request in the form of the provider specifications. */
export function callOptionsOf(
  model: LanguageModelLike,
  request: ModelRequest,
  abortSignal: AbortSignal,
): CallOptions {
  const { messages, tools = [], maxOutputTokens, settings, promptCache } = request;
  const prompt = toModelMessages(messages);
  return {
    ...settings,
    prompt: promptCache === undefined ? prompt : markPrompt(prompt, model, settings),
    abortSignal,
    maxOutputTokens,
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({ type: 'function', ...tool })),
          toolChoice: { type: 'auto' },
        }),
  };
}
