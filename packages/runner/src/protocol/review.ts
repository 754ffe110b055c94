import type { RunContext } from '@rlm/kernel';

import type { RlmState } from '../run/state.js';
import type { OwnReply } from '../turn/ask-model.js';
import type { TurnReport } from '../turn/take-turn.js';
import { turnResult } from './turn-record.js';

/**
 * A turn after the policies were asked about its answer: without it, and with a notice, where one sends it back. They know what was read
 * before the model answered: not what the same turn printed.
 */
export async function reviewed(
  report: TurnReport,
  reply: OwnReply,
  { scope }: RlmState,
  context: RunContext,
): Promise<TurnReport> {
  if (report.answer === null) return report;
  await scope.coverage?.settle();
  const sent = await context.reviewAnswer(turnResult(reply, report, [], 0));
  if (sent === undefined) return report;
  const notice = { code: 'answer_sent_back', message: sent.reason } as const;
  return { ...report, answer: null, notices: [...report.notices, notice] };
}
