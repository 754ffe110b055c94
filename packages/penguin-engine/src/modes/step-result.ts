import type { ActionResult, Turn } from '@rlm/policies';

import type { ModelReply } from '../model/types.js';
import type { ActedTurn } from './act.js';

/** What policies and `step-end` see of a turn: the model's own words, never a program's output. */
export function stepResult(
  reply: ModelReply,
  turn: Turn,
  { done, finish }: ActedTurn,
  durationMs: number,
): ActionResult {
  const failures = done.filter(({ record }) => record.status === 'error');
  const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
  return Object.freeze({
    actionType: finish !== null ? 'final' : done.length > 0 ? 'tool' : 'text',
    success: failures.length === 0,
    output: reply.text,
    error: failures[0]?.record.result ?? null,
    durationMs,
    tokensUsed: inputTokens + outputTokens,
    metadata: Object.freeze({ turn }),
  });
}

/** The result of a turn that was stopped before the model was called. */
export const stoppedResult: ActionResult = /* @__PURE__ */ Object.freeze({
  actionType: 'stopped',
  success: true,
  output: '',
  error: null,
  durationMs: 0,
  tokensUsed: 0,
  metadata: Object.freeze({}),
});
