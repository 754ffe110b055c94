import type { Outcome } from '@rlm/kernel';
import { REPLHistory } from '@rlm/repl-types';

import { describeError } from './errors.js';
import { noCalls, type RlmResult } from './result.js';
import type { RlmState } from './run/state.js';
import type { RlmAnswer } from './turn/accept-final.js';

/** The result of a run, from its outcome and its state, which is undefined where the run ended before its session was open. */
export function createResult(outcome: Outcome<RlmAnswer>, state: RlmState | undefined): RlmResult {
  const { runId, answer } = outcome;
  const { history = new REPLHistory(), lastValues = null, coverage = null } = state ?? {};
  const stop = outcome.status === 'final' ? null : outcome.stop;
  const fields = {
    runId,
    answer: answer?.text ?? null,
    value: answer?.value ?? null,
    finishReason: outcome.finishReason,
    source: answer?.source ?? null,
    stop,
    steps: history,
    usage: outcome.usage,
    calls: Object.freeze({ ...(state?.scope.calls ?? noCalls) }),
    durationMs: outcome.durationMs,
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
