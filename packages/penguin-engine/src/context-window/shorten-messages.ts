import type { RequestMessage } from '@rlm/kernel/model';
import { cutText } from '@rlm/repl-types';

import { isKept, leaveOutOldest } from './trim-messages.js';

/** The least characters that a message keeps. */
const leastChars = 200;

/**
 * Shortens a conversation that a model refused, to about `target` tokens: the oldest turns are left out; if that is not enough, what is
 * left is cut, except system text and the current request.
 */
export function shortenMessages(
  messages: readonly RequestMessage[],
  target: number,
  current: RequestMessage,
  countTokens: (message: RequestMessage) => number,
): { readonly messages: readonly RequestMessage[]; readonly dropped: number } {
  const counts = messages.map((message) => countTokens(message));
  const { tokens, dropped, ...left } = leaveOutOldest(messages, counts, target, current);
  if (tokens <= target) return { messages: left.messages, dropped };
  const fixed = left.messages
    .filter((message) => isKept(message, current))
    .reduce((sum, message) => sum + countTokens(message), 0);
  const share = Math.max(0, (target - fixed) / (tokens - fixed));
  const cut = left.messages.map((message) => {
    if (isKept(message, current)) return message;
    const { content } = message;
    const most = Math.max(leastChars, Math.floor(content.length * share));
    return content.length <= most ? message : { ...message, content: cutText(content, most).text };
  });
  return { messages: cut, dropped };
}
