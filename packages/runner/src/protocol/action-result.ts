import type { ActionResult, Turn } from '@rlm/policies';

import type { RootReply } from '../model/ask-root.js';
import type { TurnReport } from '../turn/take-turn.js';

/**
 * A turn as policies see it. `output` is what the model wrote, never what the program printed: text of the
 * data cannot end a run. What was printed is in `metadata.turn`.
 */
export function actionResult(
  reply: RootReply,
  report: TurnReport,
  newVariables: readonly string[],
  durationMs: number,
): ActionResult {
  const failed = report.runs.find(({ result }) => !result.success)?.result;
  const error =
    failed?.error === undefined ? null : `${failed.error.type}: ${failed.error.message}`;
  const turn: Turn = {
    reply: reply.text,
    results: report.runs.map(({ code, result }) => ({
      action: 'repl',
      result: result.stdout + result.stderr,
      status: result.success ? 'completed' : 'error',
      arguments: code,
    })),
    mode: 'task',
  };
  const final = report.answer !== null;
  return Object.freeze({
    actionType: final ? 'final' : report.type === 'final' ? 'error' : report.type,
    success: final || (report.type === 'code' && failed === undefined),
    output: final ? report.answer.answer : reply.text,
    error: failed === undefined ? null : (error ?? failed.outcome),
    durationMs,
    tokensUsed: (reply.usage.inputTokens ?? 0) + (reply.usage.outputTokens ?? 0),
    metadata: Object.freeze({ turn, newVariables }),
  });
}
