import type { Provider } from '../provider.js';
import type { LanguageModelLike } from '../types.js';
import { callOptionsOf } from './prompt.js';
import { readGenerated } from './read-reply.js';
import { readStreamed } from './read-stream.js';

/** A model object of the AI SDK (provider specification V2, V3 or V4) as a provider. */
export function languageModelProvider(model: LanguageModelLike): Provider {
  return {
    modelId: model.modelId,
    async call({ request, abortSignal, onText }) {
      const options = callOptionsOf(request, abortSignal) as never;
      return onText === undefined
        ? readGenerated(await model.doGenerate(options))
        : readStreamed(await model.doStream(options), onText);
    },
  };
}
