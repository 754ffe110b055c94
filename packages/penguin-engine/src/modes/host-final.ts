import type { FinishOutcome } from '@rlm/kernel';
import type { FinalSignal } from '@rlm/repl-types';
import { formatFinalAnswer } from '@rlm/termination/internal';

/**
 * What a FINAL that host code called is to the tool loop: a finish that is done, with the answer as its summary. Null
 * for FINAL_VAR: there are no variables here.
 */
export function finishOf(signal: FinalSignal): FinishOutcome | null {
  if (signal.type === 'variable') return null;
  const answer = signal.type === 'submit' ? signal.fields : signal.answer;
  return Object.freeze({
    status: 'done',
    summary: formatFinalAnswer(answer),
    statusDefaulted: true,
  });
}
