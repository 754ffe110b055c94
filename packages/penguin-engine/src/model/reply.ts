import type { ModelReply } from './types.js';
import { normaliseUsage } from './usage.js';

/** What a plain function answered, as a reply: text as it is, nothing as the empty text. */
export function replyOf(answer: unknown): ModelReply {
  if (typeof answer === 'string') return { text: answer };
  if (answer === null || answer === undefined) return { text: '' };
  if (typeof answer !== 'object') return { text: JSON.stringify(answer) };
  const { text, toolCalls, usage, finishReason } = answer as Partial<ModelReply>;
  return {
    text: typeof text === 'string' ? text : '',
    ...(toolCalls === undefined || toolCalls.length === 0 ? {} : { toolCalls }),
    ...(usage === undefined ? {} : { usage: normaliseUsage(usage) }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

/** Whether a reply says nothing at all: neither text nor a call of a tool. */
export function isEmptyReply(reply: ModelReply): boolean {
  return reply.text.trim() === '' && (reply.toolCalls ?? []).length === 0;
}
