import { detach, groupThousands, headOf, roughBytes } from '@rlm/repl-types/internal';

import type { Diagnostic } from '../contract/context.js';
import { estimateReply } from './estimate.js';
import type { ModelReply, ModelToolCall } from './types.js';

/** How long a reply may be by default, in characters (UTF-16 units): some 250,000 tokens. */
export const defaultMaxReplyChars = 1_000_000;

/** How many native calls of a reply are read. */
export const maxReadCalls = 1_000;

/** The characters of a native call. */
export function charsOfCall({ id, name, arguments: given }: ModelToolCall, atMost: number): number {
  const data = typeof given === 'string' ? given.length : roughBytes(given, 2 * atMost) / 2;
  return lengthOf(id) + lengthOf(name) + data;
}

/** A model may return anything. */
function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}

/**
 * A reply of at most `maxChars` characters and 1,000 native calls: a longer text is cut, and native calls beyond that
 * are left out.
 */
export function limitReply(given: ModelReply, maxChars: number): ModelReply {
  const reply = limitCalls(given);
  const { text, toolCalls = [] } = reply;
  let left = maxChars - text.length;
  const calls = toolCalls.filter((call) => {
    left -= charsOfCall(call, maxChars);
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

function limitCalls(reply: ModelReply): ModelReply {
  const { toolCalls = [], unreadCalls = 0 } = reply;
  const more = toolCalls.length - maxReadCalls;
  if (more <= 0) return reply;
  return { ...reply, toolCalls: toolCalls.slice(0, maxReadCalls), unreadCalls: unreadCalls + more };
}

/** The diagnostic for a reply of which calls were not read. */
export function tooManyCallsDiagnostic(unread: number): Diagnostic {
  const message = `A reply of a model had ${groupThousands(maxReadCalls + unread)} native calls. The first ${groupThousands(maxReadCalls)} were read.`;
  return { code: 'too_many_calls', message };
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
