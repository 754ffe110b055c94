import type { Outcome } from '@rlm/penguin-engine/kernel';

import type { RlmRecord } from './state.js';
import { describeError } from './errors.js';
import { noCalls, type RlmResult } from './result.js';
import type { RlmAnswer } from './turn/accept-final.js';

/** The result of a run, from its outcome and what was recorded on the way. */
export function createResult(
  runId: string,
  outcome: Outcome<RlmAnswer>,
  record: RlmRecord,
): RlmResult {
  const { answer } = outcome;
  const stop = outcome.status === 'final' ? null : outcome.stop;
  const fields = {
    runId,
    answer: answer?.text ?? null,
    value: answer?.value ?? null,
    finishReason: outcome.finishReason,
    source: answer?.source ?? null,
    stop,
    steps: record.history,
    usage: outcome.usage,
    calls: Object.freeze({ ...(record.scope?.calls ?? noCalls) }),
    durationMs: outcome.durationMs,
    rewards: outcome.rewards,
    diagnostics: outcome.diagnostics,
    ...(record.variables === null ? {} : { variables: record.variables }),
  };
  return Object.freeze({
    ...fields,
    toJSON: () => ({
      ...fields,
      steps: record.history.toJSON(),
      stop:
        stop === null
          ? null
          : { ...stop, ...(stop.error === undefined ? {} : { error: describeError(stop.error) }) },
    }),
  });
}
