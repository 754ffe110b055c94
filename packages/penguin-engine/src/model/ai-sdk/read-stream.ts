import type { ModelToolCall } from '../types.js';
import { replyOfParts, toolCallOf, type ReadReply, type ReplyPart } from './read-reply.js';
import type { RefuseReply } from './refuse-reply.js';

/**
 * Reads what `doStream` gave, to its end or until `onText` says `'stop'`. A stream that breaks off
 * without its `finish` part is a fault that another attempt could mend.
 */
export async function readStreamed(
  given: unknown,
  onText: (delta: string) => 'stop' | undefined,
  refuse: RefuseReply,
): Promise<ReadReply> {
  const { stream } = (given ?? {}) as { readonly stream?: ReadableStream<ReplyPart> };
  if (typeof stream?.getReader !== 'function') {
    throw refuse('doStream gave no stream', { isRetryable: false });
  }
  const reader = stream.getReader();
  const pieces: string[] = [];
  const toolCalls: ModelToolCall[] = [];
  let finish: ReplyPart | undefined;
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) break;
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') finish = part;
      toolCalls.push(...toolCallOf(part));
      if (part.type !== 'text-delta' || part.delta === undefined || part.delta === '') continue;
      pieces.push(part.delta);
      if (onText(part.delta) === 'stop') return { text: pieces.join(''), finishReason: 'stop' };
    }
  } finally {
    // Harmless after the end; before it, it tells the provider to stop.
    reader.cancel().catch(() => undefined);
  }
  if (finish === undefined) {
    throw refuse('The stream ended before the reply was finished', { isRetryable: true });
  }
  return replyOfParts(pieces.join(''), toolCalls, finish.usage, finish.finishReason);
}
