import { actionResult, type ActionResult, type Turn } from '@rlm/policies';

import type { OwnReply } from '../turn/ask-model.js';
import type { TurnReport } from '../turn/take-turn.js';

/**
 * A turn as policies see it. `output` is what the model wrote, never what the program printed, and `said` is that
 * without its echoes of it: text of the data cannot end a run. What was run and printed is in `metadata.turn`, and for rewards in
 * `metadata.code` and `metadata.output`. `durationMs` is the time of acting, without the model's.
 */
export function turnResult(
  reply: OwnReply & { readonly said?: string },
  report: TurnReport,
  newVariables: readonly string[],
  durationMs: number,
): ActionResult {
  const { runs } = report;
  const failed = runs.find(({ result }) => !result.success)?.result;
  const error =
    failed?.error === undefined ? null : `${failed.error.type}: ${failed.error.message}`;
  const results = runs.map(({ code, result }) => ({
    action: 'repl',
    result: result.stdout + result.stderr,
    status: result.success ? 'completed' : 'error',
    arguments: code,
  }));
  const echoed = report.notices.some(({ code }) => code === 'final_echoed');
  const turn: Turn = { reply: reply.text, results, mode: 'task', ...(echoed ? { echoed } : {}) };
  const final = report.answer !== null;
  return actionResult({
    actionType: final ? 'final' : report.type === 'final' ? 'error' : report.type,
    success: final || (report.type === 'code' && failed === undefined),
    output: final ? report.answer.answer : (reply.said ?? reply.text),
    error: failed === undefined ? null : (error ?? failed.outcome),
    durationMs,
    tokensUsed: (reply.usage.inputTokens ?? 0) + (reply.usage.outputTokens ?? 0),
    metadata: Object.freeze({
      turn,
      newVariables,
      code: runs.map(({ code }) => code).join('\n\n'),
      output: results.map(({ result }) => result).join(''),
    }),
  });
}
