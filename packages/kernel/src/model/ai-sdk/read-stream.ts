import { awaitHook } from '@rlm/repl-types/internal';

import type { ModelToolCall } from '../types.js';
import type { StreamedTokens } from '../estimate.js';
import { replyOfParts, toolCallOf, type ReadReply, type ReplyPart } from './read-reply.js';
import type { RefuseReply } from './refuse-reply.js';

/** Parts whose text belongs to the reply. */
const counted: readonly string[] = ['text-delta', 'tool-input-delta'];

/** Parts that the provider charges as output. */
const charged: readonly string[] = [...counted, 'reasoning-delta'];

/**
 * Reads what `doStream` returned, until it ends, `onText` returns `'stop'`, or it is longer than
 * `maxChars`; `streamed` counts what arrives. A stream that ends without its `finish` part is a fault after which another attempt
 * may succeed.
 */
export async function readStreamed(
  given: unknown,
  onText: (delta: string) => 'stop' | undefined,
  refuse: RefuseReply,
  maxChars: number | undefined = Infinity,
  streamed?: StreamedTokens,
): Promise<ReadReply> {
  const { stream } = (given ?? {}) as { readonly stream?: ReadableStream<ReplyPart> };
  if (typeof stream?.getReader !== 'function') {
    throw refuse('doStream() returned no stream', { isRetryable: false });
  }
  const reader = stream.getReader();
  const pieces: string[] = [];
  const toolCalls: ModelToolCall[] = [];
  let finish: ReplyPart | undefined;
  const announced = new Set<string>();
  let chars = 0;
  try {
    for (;;) {
      const { done, value: part } = await awaitHook(() => reader.read());
      if (done) break;
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') finish = part;
      toolCalls.push(...toolCallOf(part));
      const { delta = '' } = part;
      if (counted.includes(part.type)) chars += delta.length;
      if (charged.includes(part.type)) streamed?.add(delta);
      if (part.type === 'tool-input-delta' && part.id !== undefined) announced.add(part.id);
      // Some providers send the arguments of a call only as a whole.
      if (part.type === 'tool-call' && !announced.has(part.toolCallId ?? '')) {
        streamed?.add(typeof part.input === 'string' ? part.input : '');
      }
      if (part.type === 'text-delta' && delta !== '') {
        pieces.push(delta);
        if (onText(delta) === 'stop') return { text: pieces.join(''), finishReason: 'stop' };
      }
      if (chars > maxChars) {
        return { ...replyOfParts(pieces.join(''), toolCalls), isTooLong: true };
      }
    }
  } finally {
    // Harmless after the end. Before it, this tells the provider to stop.
    awaitHook(() => reader.cancel()).catch(() => undefined);
  }
  if (finish === undefined) {
    throw refuse('The connection broke: the stream ended before the reply was finished', {
      isRetryable: true,
    });
  }
  return replyOfParts(pieces.join(''), toolCalls, {
    usage: finish.usage,
    finishReason: finish.finishReason,
  });
}
