import type { StepOutcome } from '@rlm/kernel';
import { blankFinals } from '@rlm/termination/internal';
import { finalMarks } from '@rlm/termination/shown';

import type { RlmContext } from '../run/events.js';
import { compactTranscript } from '../history/compact.js';
import { messagesOf } from '../history/messages.js';
import { askRoot } from '../turn/ask-root.js';
import { budgetEvent, renderBudget } from '../budget-left.js';
import { beginStep } from '../run/query-scope.js';
import type { RlmAnswer } from '../turn/accept-final.js';
import { takeTurn } from '../turn/take-turn.js';
import { recordTurn, turnResult } from './turn-record.js';
import { tellCoverage } from './coverage-steps.js';
import { endByHost } from './host-final.js';
import { lookBack } from './look-back.js';
import { reviewed } from './review.js';
import { noteVariables, updateVariables } from '../session/variables.js';
import type { RlmState } from '../run/state.js';

type Outcome = StepOutcome<RlmState, RlmAnswer>;

/** One turn, and the end that host code gives the run by calling FINAL outside a cell. */
export async function stepRun(state: RlmState, context: RlmContext): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await takeStep(state, context);
  } catch (error) {
    outcome = await endByHost(error, state, context);
  }
  if (outcome.type === 'final') {
    const { text, value, source } = outcome.answer;
    await state.scope.coverage?.cite(text);
    await noteVariables(state, context);
    context.emit({ type: 'final', answer: text, value, source });
  }
  return outcome;
}

/** One turn: asks the model, acts on its reply, records it, and tells the model what came of it. */
async function takeStep(state: RlmState, context: RlmContext): Promise<Outcome> {
  const { plan, scope } = state;
  beginStep(scope, context);
  for (const notice of await compactTranscript(state, context))
    context.emit({ type: 'notice', ...notice });
  const reply = await askRoot(plan, messagesOf(state), context, scope.calls);
  const startedAt = context.clock.now();
  const taken = await takeTurn(reply, state, context);
  const report = await reviewed(taken, reply, state, context);
  const durationMs = context.clock.now() - startedAt;
  const isBlanked = report.answer === null && scope.shown.has(finalMarks);
  const said = isBlanked ? await blankFinals(reply.text) : reply.text;
  state.codeReply = report.type === 'code' ? said : null;
  const changed = await updateVariables(state, report, context);
  await context.lookAgain();
  const { notRun, hints } = await lookBack(report, state);
  const notices = [...report.notices, ...scope.notices, ...hints];
  const told = { changed, notRun, notices, budget: renderBudget(context) };
  const feedback = recordTurn({ reply: reply.text, report, told }, state, context);
  const failures = scope.notices.filter(({ code }) => code === 'sub_queries_failed');
  scope.shown.add(feedback.data);
  for (const { message } of failures) scope.shown.add(message);
  await tellCoverage(state, context);
  for (const notice of [...notices, ...feedback.notices])
    context.emit({ type: 'notice', ...notice });
  const result = turnResult(
    { ...reply, said },
    report,
    changed.map(({ name }) => name),
    durationMs,
  );
  if (report.answer !== null) return { type: 'final', state, result, answer: report.answer };
  context.emit(budgetEvent(context));
  const { stop } = scope;
  return stop === null
    ? { type: 'continue', state, result }
    : { type: 'stop', state, result, stop };
}
