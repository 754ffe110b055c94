import { loadOnce } from '@rlm/repl-types/internal';

import type { RefuseReply } from './ai-sdk/refuse-reply.js';
import { ModelError } from './errors.js';
import type { Provider } from './provider.js';
import type { LanguageModelLike } from './types.js';
import { normaliseUsage } from './usage.js';

/** Loaded with the first call of an AI SDK model; models that are functions do not need it. */
const adapter = /* @__PURE__ */ loadOnce(() => import('./ai-sdk/language-model.js'));

const refuse: RefuseReply = (message, options) => new ModelError(message, options);

/** An AI SDK model object as a provider. */
export function languageModelProvider(model: LanguageModelLike): Provider {
  return {
    modelId: model.modelId,
    async call(call) {
      const { callLanguageModel } = await adapter();
      call.abortSignal.throwIfAborted();
      const reply = await callLanguageModel(model, call, refuse);
      return 'usage' in reply ? { ...reply, usage: normaliseUsage(reply.usage) } : reply;
    },
  };
}
