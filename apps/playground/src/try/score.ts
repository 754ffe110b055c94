import type { Outcome } from '@rlm/kernel';
import type { RlmResult } from '@rlm/runner';

import { whyNoAnswer } from '../render/run-renderer.js';
import { describeStop } from '../view/selectors.js';
import type { TryQuestion } from './task.js';

/** What an answer was worth, and what it took. */
export interface Score {
  readonly verdict: 'right' | 'wrong' | 'no answer';
  /** What is wrong with the answer, or why there is none; null if it is right. */
  readonly reason: string | null;
  readonly answer: string | null;
  readonly steps: number;
  readonly subQueries: number;
  readonly tokens: number;
  /** US dollars; null if no price is known. */
  readonly costUsd: number | null;
  readonly durationMs: number;
}

/** A task that was tried. */
export interface Tried extends Score {
  readonly task: string;
  /** The id of its run; null if it is not kept. */
  readonly runId: string | null;
  /** What the direct call came to, and the part of the text that it had. */
  readonly direct?: Score & { readonly fitted: number };
}

type Figures = Pick<Score, 'answer' | 'steps' | 'subQueries'> &
  Pick<RlmResult, 'usage' | 'durationMs'>;

/** Values the answer of a run. */
export function scoreOfRun(question: TryQuestion, result: RlmResult, isPriced: boolean): Score {
  const { answer, calls } = result;
  const figures = {
    ...result,
    steps: result.steps.length,
    subQueries: calls.sub + calls.recursive,
  };
  return scoreOf(question, figures, answer === null ? whyNoAnswer(result) : '', isPriced);
}

/** Values the answer of a direct call. */
export function scoreOfCall(
  question: TryQuestion,
  outcome: Outcome<string>,
  isPriced: boolean,
): Score {
  const why = outcome.status === 'final' ? '' : describeStop(outcome.stop);
  return scoreOf(question, { ...outcome, subQueries: 0 }, why, isPriced);
}

function scoreOf(
  { check }: TryQuestion,
  { answer, steps, subQueries, usage, durationMs }: Figures,
  whyNone: string,
  isPriced: boolean,
): Score {
  const { inputTokens, outputTokens, costUsd } = usage.total;
  const reason = answer === null ? whyNone : (check(answer) ?? null);
  return {
    verdict: answer === null ? 'no answer' : reason === null ? 'right' : 'wrong',
    ...{ reason, answer, steps, subQueries },
    tokens: inputTokens + outputTokens,
    costUsd: isPriced ? costUsd : null,
    durationMs,
  };
}
