import { blankFinals } from '@rlm/termination/internal';
import { finalMarks } from '@rlm/termination/shown';

import { renderBudget } from '../budget-left.js';
import type { RlmContext } from '../run/events.js';
import type { Notice } from '../run/notice.js';
import type { RlmState } from '../run/state.js';
import { meantVariables } from '../session/passing-names.js';
import { updatedVariables } from '../session/variables.js';
import type { OwnReply } from '../turn/ask-model.js';
import type { TurnReport } from '../turn/take-turn.js';
import { recordTurn } from './turn-record.js';
import { lookBackAt } from '../turn/hints.js';

/** What a step found, and what it leaves behind. */
export interface StepRecord {
  /** The reply without its echoes of texts that the model was shown. */
  readonly said: string;
  /** The names of variables that are new or have changed. */
  readonly newVariables: readonly string[];
  /** The notices for the model. */
  readonly notices: readonly Notice[];
  /** The step's changes to the run's state. */
  readonly changes: Pick<RlmState, 'transcript' | 'history' | 'codeReply' | 'variables'>;
}

/** Records what a step did, for the model and for the result. */
export async function recordStep(
  reply: OwnReply,
  report: TurnReport,
  state: RlmState,
  context: RlmContext,
): Promise<StepRecord> {
  const { scope } = state;
  const isBlanked =
    report.answer === null && (report.isProposal === true || scope.shown.has(finalMarks));
  const said = isBlanked ? blankFinals(reply.text) : reply.text;
  const { variables, changed } = await updatedVariables(state, report, context);
  await context.refreshStatus();
  const run = report.runs.at(-1);
  const { stop, hints } =
    run === undefined || report.answer !== null
      ? { stop: '', hints: [] }
      : lookBackAt(run, { ...state, variables });
  const notices = [...report.notices, ...scope.notices, ...hints];
  const hasAsked = scope.records.length > 0;
  const code = report.runs.map((each) => each.code).join('\n');
  const { language } = state.plan.options.sandbox;
  const told = {
    changed: meantVariables(changed, code, state.variables, language),
    ...{ stop, notices, budget: renderBudget(context, hasAsked) },
  };
  const failures = scope.notices.filter(({ code }) => code === 'sub_queries_failed');
  const { feedback, recorded } = recordTurn({ reply: reply.text, report, told }, state, context);
  scope.shown.add(feedback.data);
  for (const { message } of failures) scope.shown.add(message);
  return {
    said,
    newVariables: changed.map(({ name }) => name),
    notices: [...notices, ...feedback.notices],
    changes: { codeReply: report.type === 'code' ? said : null, variables, ...recorded },
  };
}
