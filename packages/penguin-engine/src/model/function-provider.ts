import { ModelReplyError } from './errors.js';
import type { Provider } from './provider.js';
import { replyOf } from './reply.js';
import type { ModelFunction, ModelReply } from './types.js';

/** A plain function as a provider: its text, its reply, or its stream of texts. */
export function functionProvider(model: ModelFunction): Provider {
  return {
    modelId: undefined,
    async call({ request, abortSignal, onText }) {
      const answer = model({ ...request, abortSignal });
      if (isStream(answer)) return readStream(answer, onText);
      return replyOf(await answer);
    },
  };
}

async function readStream(
  stream: AsyncIterable<string>,
  onText: ((delta: string) => 'stop' | undefined) | undefined,
): Promise<ModelReply> {
  const pieces: string[] = [];
  for await (const piece of stream) {
    if (typeof piece !== 'string') throw new ModelReplyError(piece);
    if (piece === '') continue;
    pieces.push(piece);
    if (onText?.(piece) === 'stop') break;
  }
  return { text: pieces.join('') };
}

function isStream(answer: unknown): answer is AsyncIterable<string> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}
