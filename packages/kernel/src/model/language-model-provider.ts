import { loadOnce } from '@rlm/repl-types/internal';

import { StreamedTokens } from './estimate.js';
import type { Provider } from './provider.js';
import type { LanguageModelLike } from './types.js';
import { hidesReasoning, normaliseUsage } from './usage.js';

/** Loaded with the first call of an AI SDK model; models that are functions do not need it. */
const adapter = loadOnce(() => import('./ai-sdk/language-model.js'));

/** An AI SDK model object as a provider. */
export function languageModelProvider(model: LanguageModelLike): Provider {
  return {
    modelId: model.modelId,
    async call(call) {
      const { callLanguageModel } = await adapter();
      call.abortSignal.throwIfAborted();
      const streamed = call.streamed ?? new StreamedTokens();
      const reply = await callLanguageModel(model, { ...call, streamed });
      if (!('usage' in reply)) return reply;
      const usage = normaliseUsage(reply.usage);
      const isHidden = hidesReasoning(reply.usage, usage, streamed.count);
      return { ...reply, usage, ...(isHidden ? { hidesReasoning: true } : {}) };
    },
  };
}
