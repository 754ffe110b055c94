import type { StepOutcome, RunContext } from '@rlm/kernel';

import type { RlmContext } from '../run/events.js';
import { askFitting } from '../history/ask-fitting.js';
import type { OwnReply } from '../turn/ask-model.js';
import { budgetEvent } from '../budget-left.js';
import { tellUnanswered } from '../query/unanswered.js';
import { beginStep } from '../run/query-scope.js';
import { refusing } from '../turn/accept-final.js';
import type { RlmAnswer } from '../turn/answer.js';
import { takeTurn, type TurnReport } from '../turn/take-turn.js';
import { recordStep } from './record-step.js';
import { tellFieldsLeftOut } from './tell-fields-left-out.js';
import { turnResult } from './turn-record.js';
import { tellCoverage } from './coverage-steps.js';
import { joinSession } from './join-session.js';
import { endByHost } from './host-final.js';
import { lastValues } from '../session/variables.js';
import type { RlmState } from '../run/state.js';

type Outcome = StepOutcome<RlmState, RlmAnswer>;

/** Takes one step, and handles host code that ends the run by calling FINAL outside a cell. */
export async function stepRun(state: RlmState, context: RlmContext): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await takeStep(state, context);
  } catch (error) {
    outcome = await endByHost(error, state, context);
  }
  if (outcome.type === 'final') {
    const { text, value, source } = outcome.answer;
    tellFieldsLeftOut(value, context);
    await state.scope.coverage?.cite(text);
    state.lastValues = await lastValues(state, context);
    tellUnanswered(state.scope);
    context.emit({ type: 'final', answer: text, value, source });
  }
  return outcome;
}

/** One step: ask -> (the session is open) -> act -> review -> record. Each stage returns what it found; the state changes at the end. */
async function takeStep(state: RlmState, context: RlmContext): Promise<Outcome> {
  beginStep(state.scope, context);
  const reply = await askFitting(state, context).catch(async (error: unknown) => {
    // The run is told whole: its question and contexts are in the event of its session.
    await joinSession(state).catch(() => undefined);
    throw error;
  });
  await joinSession(state);
  const startedAt = context.clock.now();
  const acted = await takeTurn(reply, state, context);
  const { answer } = acted;
  const report = answer === null ? acted : await reviewed(acted, answer, reply, state, context);
  const durationMs = context.clock.now() - startedAt;
  const record = await recordStep(reply, report, state, context);
  Object.assign(state, record.changes);
  if (state.scope.coverage !== undefined) await tellCoverage(state, context);
  for (const notice of record.notices) context.emit({ type: 'notice', ...notice });
  const { said, newVariables } = record;
  const result = turnResult(reply, report, newVariables, durationMs, said);
  if (report.answer !== null) return { type: 'final', state, result, answer: report.answer };
  context.emit(budgetEvent(context));
  const { stop } = state.scope;
  return stop === null
    ? { type: 'continue', state, result }
    : { type: 'stop', state, result, stop };
}

/**
 * Lets the policies review a step's answer: if one sends it back, returns the step without the
 * answer, with a notice. They know what was read before the model answered, but not what the same
 * step printed.
 */
async function reviewed(
  report: TurnReport,
  answer: RlmAnswer,
  reply: OwnReply,
  { scope }: RlmState,
  context: RunContext,
): Promise<TurnReport> {
  await scope.coverage?.settle();
  const sent = await context.reviewAnswer(turnResult(reply, report, [], 0));
  if (sent === undefined) return report;
  const told = { code: 'answer_sent_back', message: sent.reason } as const;
  const notice = refusing(told, answer.text);
  return { ...report, answer: null, notices: [...report.notices, notice] };
}
