import { ModelReplyError } from './errors.js';
import type { ModelReply } from './types.js';
import { normaliseUsage } from './usage.js';

/** What a plain function answered, as a reply. Throws `ModelReplyError` for what is none. */
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
    ...(hasCalls ? { toolCalls } : {}),
    ...(usage === undefined ? {} : { usage: normaliseUsage(usage) }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

/** Whether a reply says nothing at all: neither text nor a call of a tool. */
export function isEmptyReply(reply: ModelReply): boolean {
  return reply.text.trim() === '' && (reply.toolCalls ?? []).length === 0;
}
