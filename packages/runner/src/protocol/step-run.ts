import type { RunContext, StepOutcome } from '@rlm/penguin-engine/kernel';

import type { RlmEventBody } from '../events.js';
import { compactTranscript } from '../history/compact.js';
import { messagesOf } from '../history/messages.js';
import { transcriptTurn } from '../history/transcript-turn.js';
import { askRoot } from '../model/ask-root.js';
import { renderBudget } from '../prompt/budget-line.js';
import type { RlmAnswer } from '../turn/accept-final.js';
import { renderFeedback } from '../turn/feedback.js';
import { takeTurn } from '../turn/take-turn.js';
import { actionResult } from './action-result.js';
import { budgetEvent } from './budget-event.js';
import { limitStop } from './limit-stop.js';
import { historyEntry } from './history-entry.js';
import { noteVariables } from './note-variables.js';
import { updateVariables } from './update-variables.js';
import type { RlmRecord, RlmState } from './rlm-state.js';

/** One turn: asks the model, acts on its reply, records it, and tells the model what came of it. */
export async function* stepRun(
  state: RlmState,
  record: RlmRecord,
  context: RunContext,
): AsyncGenerator<RlmEventBody, StepOutcome<RlmState, RlmAnswer>> {
  const { plan, scope } = state;
  Object.assign(scope, { context, records: [], notices: [] });
  const startedAt = context.clock.now();
  for (const notice of await compactTranscript(state, context)) yield { type: 'notice', ...notice };
  const reply = await askRoot(plan, messagesOf(state), context, scope.calls);
  const report = await takeTurn(reply.text, state, context);
  const changed = await updateVariables(state, report);
  const notices = [...report.notices, ...scope.notices];
  const feedback = renderFeedback(
    report.runs,
    changed,
    notices,
    renderBudget(context),
    plan.limits.maxOutputChars,
  );
  record.history = record.history.append(historyEntry(reply.text, report, scope.records, context));
  state.turns.push(transcriptTurn(reply.text, feedback.text));
  for (const notice of [...notices, ...feedback.notices]) yield { type: 'notice', ...notice };
  const durationMs = context.clock.now() - startedAt;
  const result = actionResult(reply, report, changed, durationMs);
  if (report.answer !== null) {
    const { answer, value, source } = report.answer;
    await noteVariables(state, record, context);
    yield { type: 'final', answer, value, source };
    return { type: 'final', state, result, answer: report.answer };
  }
  yield budgetEvent(context);
  return scope.limit === null
    ? { type: 'continue', state, result }
    : { type: 'stop', state, result, stop: limitStop(scope.limit) };
}
