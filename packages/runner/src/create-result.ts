import type { Outcome } from '@rlm/kernel';
import { resultHead } from '@rlm/kernel/internal';
import { REPLHistory } from '@rlm/repl-types';

import { describeError } from './errors.js';
import { noCalls, type RlmResult } from './result.js';
import type { RlmState } from './run/state.js';
import type { RlmAnswer } from './turn/accept-final.js';

/** The result of a run, from its outcome and its state, which is undefined where the run ended before its session was open. */
export function createResult(outcome: Outcome<RlmAnswer>, state: RlmState | undefined): RlmResult {
  const { answer } = outcome;
  const { history = new REPLHistory(), lastValues = null, coverage = null } = state ?? {};
  const head = resultHead(outcome, history);
  const { stop } = head;
  const fields = {
    ...head,
    answer: answer?.text ?? null,
    value: answer?.value ?? null,
    source: answer?.source ?? null,
    calls: Object.freeze({ ...(state?.scope.calls ?? noCalls) }),
    rewards: outcome.rewards,
    diagnostics: outcome.diagnostics,
    ...(lastValues === null ? {} : { variables: lastValues }),
    ...(coverage === null ? {} : { coverage }),
  };
  return Object.freeze({
    ...fields,
    toJSON: () => ({
      ...fields,
      steps: history.toJSON(),
      stop:
        stop === null
          ? null
          : { ...stop, ...(stop.error === undefined ? {} : { error: describeError(stop.error) }) },
    }),
  });
}
