import { withoutThoughts } from '@rlm/policies/internal';

import { ModelReplyError } from './errors.js';
import type { ModelReply } from './types.js';
import { normaliseUsage } from './usage.js';

/**
 * The reply that a plain function returned. Throws `ModelReplyError` if it returned something else.
 */
export function replyOf(answer: unknown): ModelReply {
  if (typeof answer === 'string') return { text: answer };
  if (typeof answer !== 'object' || answer === null) throw new ModelReplyError(answer);
  const { toolCalls, usage, finishReason } = answer as Partial<ModelReply>;
  const { text } = answer as { readonly text?: unknown };
  const hasCalls = Array.isArray(toolCalls) && toolCalls.length > 0;
  const isWordless = text === undefined && hasCalls;
  if (typeof text !== 'string' && !isWordless) throw new ModelReplyError(answer);
  return {
    text: typeof text === 'string' ? text : '',
    toolCalls: hasCalls ? toolCalls : undefined,
    usage: usage === undefined ? undefined : normaliseUsage(usage),
    finishReason,
  };
}

/** Whether a reply is empty: it has neither text, but for thoughts, nor a tool call. */
export function isEmptyReply(reply: ModelReply, toolNames?: readonly string[]): boolean {
  if ((reply.toolCalls ?? []).length > 0) return false;
  return reply.text.trim() === '' || withoutThoughts(reply.text, toolNames).trim() === '';
}
