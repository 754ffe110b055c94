import type { RunContext, StopReason } from '@rlm/penguin-engine/kernel';
import type { FinalDialect } from '@rlm/sandbox';

import type { AnswerSource } from '../result.js';
import { messagesOf } from '../history/messages.js';
import { transcriptTurn } from '../history/transcript-turn.js';
import { askRoot } from '../model/ask-root.js';
import { renderFeedback } from '../turn/feedback.js';
import { acceptFinal, type RlmAnswer } from '../turn/accept-final.js';
import { proseOf } from '../turn/prose-of.js';
import { takeTurn } from '../turn/take-turn.js';
import { historyEntry } from './history-entry.js';
import { noteVariables } from './note-variables.js';
import type { RlmRecord, RlmState } from './rlm-state.js';

/**
 * The best answer when a limit or a policy stops the run: the policy's own, or that of one last turn. A last
 * reply without code or final is itself the answer.
 */
export async function concludeRun(
  state: RlmState,
  stop: StopReason,
  record: RlmRecord,
  context: RunContext,
): Promise<RlmAnswer | undefined> {
  try {
    return await bestAnswer(state, stop, record, context);
  } finally {
    await noteVariables(state, record, context);
  }
}

async function bestAnswer(
  state: RlmState,
  stop: StopReason,
  record: RlmRecord,
  context: RunContext,
): Promise<RlmAnswer | undefined> {
  const { plan, scope } = state;
  if (stop.answer !== undefined) return bestOf(stop.answer, 'policy', state);
  if (plan.options.wrapUp === false) return undefined;
  Object.assign(scope, { context, records: [], notices: [] });
  const messages = messagesOf(state, wrapUpText(stop, plan.dialects));
  const reply = await askRoot(plan, messages, context, scope.calls);
  const report = await takeTurn(reply.text, state, context);
  const { text } = renderFeedback(report.runs, [], report.notices, '', plan.limits.maxOutputChars);
  record.history = record.history.append(historyEntry(reply.text, report, scope.records, context));
  state.turns.push(transcriptTurn(reply.text, text));
  if (report.answer !== null) return { ...report.answer, source: 'wrap-up' };
  if (report.type !== 'text') return undefined;
  const prose = proseOf(reply.text);
  if (prose === '') return undefined;
  return bestOf(prose, 'wrap-up', state);
}

/** The value as an answer where its schema lets it; when a run is stopped, no other condition holds. */
async function bestOf(
  value: unknown,
  source: AnswerSource,
  { plan }: RlmState,
): Promise<RlmAnswer | undefined> {
  const accepted = await acceptFinal(value, source, plan, { step: Infinity, executed: true });
  return accepted.accepted ? accepted.answer : undefined;
}

function wrapUpText(stop: StopReason, dialects: readonly FinalDialect[]): string {
  const how = dialects.includes('final')
    ? 'Finish with FINAL_VAR("name") if a variable holds it, or else with FINAL(the answer) on a line of its own.'
    : 'Reply with the answer alone.';
  return `The run ends here (${stop.message}). This is your last reply: give the best answer that you have. ${how} Say only what your findings support.`;
}
