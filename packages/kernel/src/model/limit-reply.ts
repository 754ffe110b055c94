import { detach, groupThousands, roughBytes, headOf } from '@rlm/repl-types/internal';

import type { Diagnostic } from '../contract/context.js';
import { estimateReply } from './estimate.js';
import type { ModelReply } from './types.js';

/** How long a reply may be by default, in characters (UTF-16 units): some 250,000 tokens. */
export const defaultMaxReplyChars = 1_000_000;

/**
 * A reply of at most `maxChars` characters: a longer text is cut, and native tool calls beyond that
 * are left out.
 */
export function limitReply(reply: ModelReply, maxChars: number): ModelReply {
  const { text, toolCalls = [] } = reply;
  let left = maxChars - text.length;
  const calls = toolCalls.filter(({ arguments: given }) => {
    left -= typeof given === 'string' ? given.length : roughBytes(given, 2 * maxChars) / 2;
    return left >= 0;
  });
  if (left >= 0 && reply.isTooLong !== true) return reply;
  return {
    ...reply,
    text: text.length <= maxChars ? text : detach(headOf(text, maxChars)),
    ...(toolCalls.length === 0 ? {} : { toolCalls: calls }),
    finishReason: 'length',
    isTooLong: true,
  };
}

/**
 * Limits a reply that a model has just returned. A reply that arrived whole was charged as a whole.
 */
export function withinLength(reply: ModelReply, maxChars: number): ModelReply {
  const limited = limitReply(reply, maxChars);
  const isStopped = reply.isTooLong === true;
  if (limited === reply || isStopped || reply.usage?.outputTokens !== undefined) return limited;
  const share = limited.text.length / reply.text.length || 1;
  const outputTokens = Math.ceil(estimateReply(limited) / share);
  return { ...limited, usage: { ...reply.usage, outputTokens } };
}

/** The diagnostic for such a reply. */
export function tooLongDiagnostic(maxChars: number): Diagnostic {
  const message = `A reply of a model was longer than maxReplyChars (${groupThousands(maxChars)} characters). It was stopped there, and its end is missing.`;
  return { code: 'reply_too_long', message };
}
