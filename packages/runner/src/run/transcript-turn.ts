import type { RequestMessage } from '@rlm/kernel/model';

/** One turn of the transcript: the model's reply, and the feedback to it. */
export interface TranscriptTurn {
  readonly reply: string;
  readonly feedback: string;
  /** The turn as the model sees it later; every request has the same frozen objects. */
  readonly messages: readonly RequestMessage[];
  /** The number of characters of the messages. */
  readonly chars: number;
}

/** The turns of a run as its model sees them. */
export interface Transcript {
  /** The turns that the model still sees whole, oldest first. */
  readonly turns: readonly TranscriptTurn[];
  /** The turns before them, which a summary replaces, without the first `forgotten` ones. */
  readonly archive: readonly TranscriptTurn[];
  /** How many of the oldest archived turns were dropped, because all of them were too much. */
  readonly forgotten: number;
  /** Whether no archived turn was shortened or dropped. */
  readonly isArchiveWhole: boolean;
  /** What replaces the archived turns; empty without any. */
  readonly summary: string;
}

/** The transcript of a run that has taken no step yet. */
export const emptyTranscript: Transcript = Object.freeze({
  turns: [],
  archive: [],
  forgotten: 0,
  isArchiveWhole: true,
  summary: '',
});

/** Creates a turn for every later request: made once, because each step sends it again. */
export function transcriptTurn(reply: string, feedback: string): TranscriptTurn {
  const messages = Object.freeze([
    message('assistant', reply === '' ? '(no reply)' : reply),
    message('user', feedback),
  ]);
  return Object.freeze({ reply, feedback, messages, chars: countChars(messages) });
}

/**
 * A message that never changes, so that what is computed from it once (its tokens, say) stays
 * valid.
 */
export function message(role: 'system' | 'user' | 'assistant', content: string): RequestMessage {
  return Object.freeze({ role, content });
}

/** The number of characters of all messages together. */
export function countChars(messages: readonly RequestMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}
