import type { ModelReply } from '@rlm/kernel/model';
import type { ActionResult, Turn } from '@rlm/policies';
import { actionResult } from '@rlm/policies/internal';

import type { ActedTurn } from './act.js';

/** What policies and `step-end` see of a step: the model's own words, never a program's output. */
export function stepResult(
  reply: ModelReply,
  turn: Turn,
  { done, finish }: ActedTurn,
  durationMs: number,
): ActionResult {
  const failures = done.filter(({ record }) => record.status === 'error');
  const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
  const acted = done.length === 0 ? {} : { code: codeOf(done), output: outputOf(done) };
  return actionResult({
    actionType: finish !== null ? 'final' : done.length > 0 ? 'tool' : 'text',
    success: failures.length === 0,
    output: reply.text,
    error: failures[0]?.record.result ?? null,
    durationMs,
    tokensUsed: inputTokens + outputTokens,
    metadata: Object.freeze({ turn, ...acted }),
  });
}

/** The arguments of the calls, for rewards that look at code. */
function codeOf(done: ActedTurn['done']): string {
  return done
    .map(({ call: { arguments: given } }) =>
      typeof given === 'string' ? given : JSON.stringify(given),
    )
    .join('\n\n');
}

function outputOf(done: ActedTurn['done']): string {
  return done.map(({ record }) => record.result).join('\n');
}

/** The result of a step that was stopped before the model was called. */
export const stoppedResult: ActionResult = actionResult({ actionType: 'stopped' });

/** The result of a step in which host code called FINAL before there was a reply. */
export const hostFinalResult: ActionResult = actionResult({ actionType: 'final' });
