import type { FinishOutcome } from '@rlm/kernel';
import type { FinalSignal } from '@rlm/repl-types';
import { answerOfFinal } from '@rlm/repl-types/internal';
import { formatFinalAnswer } from '@rlm/termination/internal';

/**
 * The meaning of a FINAL call of host code in the tool loop: a finish with the status `done` and
 * the answer as its summary. Null for FINAL_VAR, since there are no variables here.
 */
export function finishOf(signal: FinalSignal): FinishOutcome | null {
  if (signal.type === 'variable') return null;
  return Object.freeze({
    status: 'done',
    summary: formatFinalAnswer(answerOfFinal(signal)),
    statusDefaulted: true,
  });
}
