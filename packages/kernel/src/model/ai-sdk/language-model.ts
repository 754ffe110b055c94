import { settle } from '@rlm/repl-types/internal';

import type { ProviderCall } from '../provider.js';
import type { LanguageModelLike } from '../types.js';
import { callOptionsOf } from './prompt.js';
import { readGenerated, type ReadReply } from './read-reply.js';
import { readStreamed } from './read-stream.js';
import type { RefuseReply } from './refuse-reply.js';

/** Calls an AI SDK model object (provider specification V2, V3 or V4). */
export async function callLanguageModel(
  model: LanguageModelLike,
  { request, abortSignal, onText, maxChars, streamed }: ProviderCall,
  refuse: RefuseReply,
): Promise<ReadReply> {
  const options = callOptionsOf(model, request, abortSignal) as never;
  return onText === undefined
    ? readGenerated(await settle(model.doGenerate(options)), refuse, streamed)
    : readStreamed(await settle(model.doStream(options)), onText, refuse, maxChars, streamed);
}
