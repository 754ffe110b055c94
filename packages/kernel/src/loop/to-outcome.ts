import { definedFields } from '@rlm/repl-types/internal';

import { optionOf } from '../errors.js';
import type { Outcome, RunResult } from '../contract/outcome.js';
import { tookMs } from '../scope/run-time.js';
import type { RunScope } from '../scope/run-scope.js';
import type { Ending } from './loop-state.js';

/** The outcome of a run that has ended. */
export function toOutcome<Answer>(
  ending: Ending<Answer>,
  steps: number,
  scope: RunScope,
): Outcome<Answer> {
  const overrun = scope.ledger.account.overrun();
  if (overrun !== undefined) {
    const message = `A call used more than was reserved for it, and exceeded the limit ${optionOf[overrun]}`;
    scope.diagnose({ code: 'budget_overrun', message });
  }
  const base = definedFields({
    runId: scope.runId,
    steps,
    usage: scope.ledger.account.usage(),
    durationMs: scope.durationMs ?? tookMs(scope),
    resumed: resumedOf(scope),
    rewards: Object.freeze([...scope.rewards]),
    diagnostics: scope.diagnostics,
  });
  if (ending.type === 'final') {
    return Object.freeze({
      status: 'final',
      finishReason: 'final',
      answer: ending.answer,
      ...base,
    });
  }
  const { stop, answer } = ending;
  const { finishReason } = stop;
  switch (finishReason) {
    case 'suspended':
      return Object.freeze({ status: 'suspended', finishReason, stop, answer, ...base });
    case 'aborted':
      return Object.freeze({ status: 'aborted', finishReason, stop, answer, ...base });
    case 'error':
      return Object.freeze({
        status: 'failed',
        finishReason,
        stop,
        answer,
        error: stop.error,
        ...base,
      });
    default:
      return Object.freeze({ status: 'stopped', finishReason, stop, answer, ...base });
  }
}

/** How often the run was resumed, if it was; a child is part of its root's. */
function resumedOf({ journal, depth }: RunScope): number | undefined {
  const resumed = depth === 0 ? (journal?.resumed ?? 0) : 0;
  return resumed > 0 ? resumed : undefined;
}

/** The first fields of a loop's result, from the run's outcome and the list of its steps. */
export function resultHead<Steps extends Iterable<unknown>>(
  outcome: Outcome<unknown>,
  steps: Steps,
): RunResult<Steps> {
  const { runId, finishReason, usage, durationMs, resumed } = outcome;
  const stop = outcome.status === 'final' ? null : outcome.stop;
  const times = definedFields({ resumed });
  return { runId, finishReason, stop, usage, steps, durationMs, ...times };
}
