import { readHook, settle } from '@rlm/repl-types/internal';

import { ModelReplyError } from './errors.js';
import type { StreamedTokens } from './estimate.js';
import type { Provider } from './provider.js';
import { replyOf } from './reply.js';
import type { ModelFunction, ModelReply } from './types.js';

/** A plain function as a provider: it returns text, a reply, or a stream of texts. */
export function functionProvider(model: ModelFunction): Provider {
  return {
    modelId: undefined,
    async call({ request, abortSignal, onText, maxChars, streamed }) {
      const answer = model({ ...request, abortSignal });
      if (isStream(answer)) return readStream(answer, onText, maxChars, streamed);
      return replyOf(await settle(answer));
    },
  };
}

async function readStream(
  stream: AsyncIterable<string>,
  onText: ((delta: string) => 'stop' | undefined) | undefined,
  maxChars: number | undefined = Infinity,
  streamed: StreamedTokens | undefined,
): Promise<ModelReply> {
  const pieces: string[] = [];
  let chars = 0;
  for await (const piece of readHook(stream)) {
    if (typeof piece !== 'string') throw new ModelReplyError(piece);
    if (piece === '') continue;
    pieces.push(piece);
    streamed?.add(piece);
    chars += piece.length;
    if (onText?.(piece) === 'stop') break;
    // Leaving the loop ends the model's iterator.
    if (chars > maxChars) return { text: pieces.join(''), isTooLong: true };
  }
  return { text: pieces.join('') };
}

function isStream(answer: unknown): answer is AsyncIterable<string> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}
