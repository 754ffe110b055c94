import type { ProviderCall } from '../provider.js';
import type { LanguageModelLike, ModelReply } from '../types.js';
import { callOptionsOf } from './prompt.js';
import { readGenerated } from './read-reply.js';
import { readStreamed } from './read-stream.js';

/** Makes a call of a model object of the AI SDK (provider specification V2, V3 or V4). */
export async function callLanguageModel(
  model: LanguageModelLike,
  { request, abortSignal, onText }: ProviderCall,
): Promise<ModelReply> {
  const options = callOptionsOf(request, abortSignal) as never;
  return onText === undefined
    ? readGenerated(await model.doGenerate(options))
    : readStreamed(await model.doStream(options), onText);
}
