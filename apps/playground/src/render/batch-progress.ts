import type { QuestionResult } from '@rlm/runner';

import { counted, dollars, duration, grouped, oneLine } from '../view/text/numbers.js';
import { hasAnswer, noteOf, whyNoAnswer } from './run-renderer.js';
import type { Screen } from './screen.js';

/** Tells what becomes of the questions of a batch: on a terminal of those without an answer, elsewhere of each. */
export interface BatchProgress {
  add(result: QuestionResult): void;
  /** What became of all questions. */
  summary(): { readonly text: string; readonly isWhole: boolean };
}

/** Columns of a reason. */
const reasonColumns = 200;

/** Why a question has no answer; undefined if it has one. */
function reasonFor({ result, error }: QuestionResult): string | undefined {
  if (result === null) return oneLine(error?.message ?? 'it was not started', reasonColumns);
  return hasAnswer(result) ? undefined : oneLine(whyNoAnswer(result), reasonColumns);
}

/** Begins to show a batch of `total` questions. */
export function createBatchProgress(
  total: number,
  { line, style }: Screen,
  { isQuiet, isPriced }: { readonly isQuiet: boolean; readonly isPriced: boolean },
): BatchProgress {
  const began = performance.now();
  const reasons = new Map<string, number>();
  let [ended, answered, partly, tokens, costUsd] = [0, 0, 0, 0, 0];
  return {
    add(given) {
      const reason = reasonFor(given);
      const used = given.result?.usage.total;
      ended += 1;
      tokens += (used?.inputTokens ?? 0) + (used?.outputTokens ?? 0);
      costUsd += used?.costUsd ?? 0;
      if (given.result !== null && noteOf(given.result) !== undefined) partly += 1;
      if (reason === undefined) answered += 1;
      else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (isQuiet || (line.isLive && reason === undefined)) return;
      const became = reason === undefined ? style.good('answered') : style.bad(reason);
      line.print(`${grouped(ended)} of ${grouped(total)}: ${given.id} ${became}\n`);
    },
    summary() {
      const parts = [
        `${grouped(answered)} of ${counted(total, 'question')} answered`,
        counted(tokens, 'token'),
        ...(isPriced ? [dollars(costUsd)] : []),
        duration(performance.now() - began),
      ];
      const missing = total - ended;
      const rows = [...reasons].map(([reason, count]) => `  ${grouped(count)}: ${reason}`);
      if (partly > 0) rows.push(`  ${grouped(partly)}: answered although sub-queries failed`);
      if (missing > 0) rows.push(`  ${grouped(missing)}: not started`);
      return { text: [parts.join(', '), ...rows].join('\n'), isWhole: answered === total };
    },
  };
}
