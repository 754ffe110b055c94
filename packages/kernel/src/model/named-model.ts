import { RlmError } from '@rlm/repl-types';

import { languageModelProvider } from './ai-sdk/language-model.js';
import type { Provider } from './provider.js';
import type { LanguageModelLike } from './types.js';

interface ModelSource {
  languageModel(name: string): LanguageModelLike;
}

/**
 * A model by its name (`openai/gpt-5-mini`), found as the AI SDK finds it: by the provider in
 * `globalThis.AI_SDK_DEFAULT_PROVIDER`, else by the gateway of the package `@ai-sdk/gateway`, which is imported for it.
 *
 * A call throws an `RlmError` (`missing_dependency`) if there is neither.
 */
export function namedModelProvider(name: string): Provider {
  return {
    modelId: name,
    async call(call) {
      const source = defaultProvider() ?? (await loadGateway(name));
      return languageModelProvider(source.languageModel(name)).call(call);
    },
  };
}

function defaultProvider(): ModelSource | undefined {
  return (globalThis as { AI_SDK_DEFAULT_PROVIDER?: ModelSource }).AI_SDK_DEFAULT_PROVIDER;
}

async function loadGateway(name: string): Promise<ModelSource> {
  try {
    return (await import('@ai-sdk/gateway')).gateway;
  } catch (error) {
    throw new RlmError(
      `The model ${JSON.stringify(name)} is given by its name, which needs the package @ai-sdk/gateway: npm install @ai-sdk/gateway. Or pass a model object, such as openai('gpt-5-mini') of @ai-sdk/openai.`,
      { code: 'missing_dependency', cause: error },
    );
  }
}
