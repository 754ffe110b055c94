import type { RequestMessage } from '@rlm/kernel/model';

import type { RlmState } from '../run/state.js';
import { countChars, message } from '../run/transcript-turn.js';

type Conversation = Pick<RlmState, 'opening' | 'transcript'>;

/** What the model is sent: the opening, what stands for older turns, and the turns that are left whole. */
export function messagesOf(
  { opening, transcript: { turns, summary } }: Conversation,
  last?: string,
): readonly RequestMessage[] {
  const messages = [...opening, ...summaryMessages(summary)];
  for (const turn of turns) messages.push(...turn.messages);
  if (last !== undefined) messages.push(message('user', last));
  return messages;
}

/** Characters of what the model would be sent now. */
export function transcriptChars({ opening, transcript }: Conversation): number {
  const { turns, summary } = transcript;
  const fixed = countChars(opening) + countChars(summaryMessages(summary));
  return turns.reduce((sum, { chars }) => sum + chars, fixed);
}

function summaryMessages(summary: string): readonly RequestMessage[] {
  return summary === '' ? [] : [message('assistant', '(earlier turns)'), message('user', summary)];
}
