import type { RunContext, StepOutcome } from '@rlm/kernel';
import { RlmError, type FinalSignal } from '@rlm/repl-types';
import { answerOfFinal } from '@rlm/repl-types/internal';

import { acceptFinal } from '../turn/accept-final.js';
import type { RlmAnswer } from '../turn/answer.js';
import type { RlmState } from '../run/state.js';
import { turnResult } from './turn-record.js';

/** The outcome of a step that ends its run with an answer. */
export type FinalOutcome = Extract<StepOutcome<RlmState, RlmAnswer>, { readonly type: 'final' }>;

/**
 * Ends a run with the final that host code called outside a cell. Throws an `RlmError` (`final_refused`) for an answer that the run cannot accept.
 */
export async function endByFinal(
  signal: FinalSignal,
  state: RlmState,
  context: RunContext,
): Promise<FinalOutcome> {
  const value =
    signal.type === 'variable' ? await state.host.session.get(signal.var) : answerOfFinal(signal);
  const at = { step: context.step, executed: state.scope.executed };
  const { answer, notices } = await acceptFinal(value, 'code', state.plan, at);
  if (answer === null) throw new RlmError(notices[0]?.message ?? '', { code: 'final_refused' });
  const report = { type: 'final', runs: [], prose: '', notices: [], answer } as const;
  const result = turnResult({ text: '', usage: {}, isCutOff: false }, report, [], 0);
  return { type: 'final', state, result, answer };
}
