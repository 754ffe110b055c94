import { loadOnce } from '@rlm/repl-types/internal';

import type { ModelReply } from './types.js';
import { normaliseUsage } from './usage.js';

const faults = /* @__PURE__ */ loadOnce(() => import('./reply-error.js'));

/** Rejects with a `ModelReplyError`, because a plain function returned something that is not a reply. */
export async function refuseAnswer(answer: unknown): Promise<never> {
  const { ModelReplyError } = await faults();
  throw new ModelReplyError(answer);
}

/**
 * The reply that a plain function returned. Rejects with a `ModelReplyError` if it returned
 * something else.
 */
export async function replyOf(answer: unknown): Promise<ModelReply> {
  if (typeof answer === 'string') return { text: answer };
  if (typeof answer !== 'object' || answer === null) return refuseAnswer(answer);
  const { toolCalls, usage, finishReason } = answer as Partial<ModelReply>;
  const { text } = answer as { readonly text?: unknown };
  const hasCalls = Array.isArray(toolCalls) && toolCalls.length > 0;
  const isWordless = text === undefined && hasCalls;
  if (typeof text !== 'string' && !isWordless) return refuseAnswer(answer);
  return {
    text: typeof text === 'string' ? text : '',
    ...(hasCalls ? { toolCalls } : {}),
    ...(usage === undefined ? {} : { usage: normaliseUsage(usage) }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

/** Whether a reply is empty: it has neither text nor a tool call. */
export function isEmptyReply(reply: ModelReply): boolean {
  return reply.text.trim() === '' && (reply.toolCalls ?? []).length === 0;
}
