import type { RunContext, StepOutcome } from '@rlm/penguin-engine/kernel';
import { blankEchoes } from '@rlm/termination/shown';

import type { RlmEventBody } from '../events.js';
import { compactTranscript } from '../history/compact.js';
import { messagesOf } from '../history/messages.js';
import { transcriptTurn } from '../history/transcript-turn.js';
import { askRoot } from '../turn/ask-root.js';
import { renderBudget } from '../budget-left.js';
import { beginStep } from '../query/query-scope.js';
import type { RlmAnswer } from '../turn/accept-final.js';
import { renderFeedback } from '../turn/feedback.js';
import { isShown } from '../turn/shown.js';
import { takeTurn } from '../turn/take-turn.js';
import { budgetEvent } from './budget-event.js';
import { historyEntry } from './turn-record.js';
import { endByHost } from './host-final.js';
import { noteVariables } from './note-variables.js';
import { turnResult } from './turn-result.js';
import { updateVariables } from './variables.js';
import type { RlmRecord, RlmState } from '../state.js';

/** One turn, and the end that host code gives the run by calling FINAL outside a cell. */
export async function* stepRun(
  state: RlmState,
  record: RlmRecord,
  context: RunContext,
): AsyncGenerator<RlmEventBody, StepOutcome<RlmState, RlmAnswer>> {
  try {
    return yield* takeStep(state, record, context);
  } catch (error) {
    const end = await endByHost(error, state, context);
    await noteVariables(state, record, context);
    yield { type: 'final', ...end.answer };
    return end;
  }
}

/** One turn: asks the model, acts on its reply, records it, and tells the model what came of it. */
async function* takeStep(
  state: RlmState,
  record: RlmRecord,
  context: RunContext,
): AsyncGenerator<RlmEventBody, StepOutcome<RlmState, RlmAnswer>> {
  const { plan, scope } = state;
  beginStep(scope, context);
  for (const notice of await compactTranscript(state, context)) yield { type: 'notice', ...notice };
  const reply = await askRoot(plan, messagesOf(state), context, scope.calls);
  const startedAt = context.clock.now();
  const report = await takeTurn(reply, state, context);
  const durationMs = context.clock.now() - startedAt;
  const said = blankEchoes(reply.text, (call) => isShown(call, state));
  state.codeReply = report.type === 'code' ? said : null;
  const changed = await updateVariables(state, report);
  const notices = [...report.notices, ...scope.notices];
  const feedback = renderFeedback(
    report.runs,
    changed,
    notices,
    renderBudget(context),
    plan.limits.maxOutputChars,
  );
  record.history = record.history.append(
    historyEntry(report, scope.records, context, plan.options.sandbox.language),
  );
  state.turns.push(transcriptTurn(reply.text, feedback.text));
  for (const text of feedback.shown) state.shown.add(text);
  for (const notice of [...notices, ...feedback.notices]) yield { type: 'notice', ...notice };
  const result = turnResult({ ...reply, said }, report, changed, durationMs);
  if (report.answer !== null) {
    const { answer, value, source } = report.answer;
    await noteVariables(state, record, context);
    yield { type: 'final', answer, value, source };
    return { type: 'final', state, result, answer: report.answer };
  }
  yield budgetEvent(context);
  const { stop } = scope;
  return stop === null
    ? { type: 'continue', state, result }
    : { type: 'stop', state, result, stop };
}
