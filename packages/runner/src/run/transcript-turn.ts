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

/** The turns of a run, as its model sees them. */
export interface Transcript {
  /** The turns that the model still sees whole, oldest first. */
  readonly turns: readonly TranscriptTurn[];
  /** The turns before them, which a summary replaces; without the first `forgotten` ones. */
  readonly archive: readonly TranscriptTurn[];
  /** How many of the oldest archived turns were dropped, since all were too much. */
  readonly forgotten: number;
  /** Whether nothing of the archived turns was shortened or dropped. */
  readonly isArchiveWhole: boolean;
  /** What replaces the archived turns; empty while there are none. */
  readonly summary: string;
}

/** The transcript of a run that has taken no turn. */
export const emptyTranscript: Transcript = Object.freeze({
  turns: [],
  archive: [],
  forgotten: 0,
  isArchiveWhole: true,
  summary: '',
});

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
