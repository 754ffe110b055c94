import type { RunContext, StepOutcome } from '@rlm/kernel';
import { RlmError } from '@rlm/repl-types';
import { answerOfFinal, finalSignalOf } from '@rlm/repl-types/internal';

import type { RlmState } from '../run/state.js';
import { acceptFinal } from '../turn/accept-final.js';
import type { RlmAnswer } from '../turn/answer.js';
import { joinSession } from './join-session.js';
import { turnResult } from './turn-record.js';

/** The outcome of a step that ends its run with an answer. */
type FinalOutcome = Extract<StepOutcome<RlmState, RlmAnswer>, { readonly type: 'final' }>;

/**
 * Ends a run whose host code called FINAL outside a cell: in a model function, or while a summary
 * was made. If something other than a final was thrown, throws it again; throws an `RlmError`
 * (`final_refused`) for an answer that the run cannot accept.
 */
export async function endByHost(
  thrown: unknown,
  state: RlmState,
  context: RunContext,
): Promise<FinalOutcome> {
  const signal = finalSignalOf(thrown);
  if (signal === undefined) throw thrown;
  if (signal.type === 'variable') await joinSession(state);
  const value =
    signal.type === 'variable' ? await state.host.session.get(signal.var) : answerOfFinal(signal);
  const at = { step: context.step, executed: state.scope.executed };
  const { answer, notices } = await acceptFinal(value, 'code', state.plan, at);
  if (answer === null) throw new RlmError(notices[0]?.message ?? '', { code: 'final_refused' });
  const report = { type: 'final', runs: [], prose: '', notices: [], answer } as const;
  const result = turnResult({ text: '', usage: {}, isCutOff: false }, report, [], 0);
  return { type: 'final', state, result, answer };
}
