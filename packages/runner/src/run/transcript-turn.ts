import type { RequestMessage } from '@rlm/kernel/model';

/** One turn of the transcript: what the model wrote, and what it was told of it. */
export interface TranscriptTurn {
  readonly reply: string;
  readonly feedback: string;
  /** The turn as the model sees it again; the same frozen objects in every request. */
  readonly messages: readonly RequestMessage[];
  /** Characters of the messages. */
  readonly chars: number;
}

/** A turn, ready for every later request: made once, since a run asks with it again at each turn. */
export function transcriptTurn(reply: string, feedback: string): TranscriptTurn {
  const messages = Object.freeze([
    message('assistant', reply === '' ? '(no reply)' : reply),
    message('user', feedback),
  ]);
  return Object.freeze({ reply, feedback, messages, chars: countChars(messages) });
}

/** A message that is never changed: what is worked out of it once (its tokens, say) holds. */
export function message(role: 'system' | 'user' | 'assistant', content: string): RequestMessage {
  return Object.freeze({ role, content });
}

/** Characters of all messages together. */
export function countChars(messages: readonly RequestMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}
