import { messageOf } from '@rlm/repl-types/internal';

import { watchCoverage, type CoverageWatch } from '../reading/watch-coverage.js';
import type { RlmContext } from '../run/events.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import type { SessionHost } from '../run/session-host.js';
import type { RlmState } from '../run/state.js';

/** Starts to track what a run reads. */
export function openCoverage(
  host: SessionHost,
  { coverageAbove }: RlmPlan,
  context: RlmContext,
): CoverageWatch {
  const onFault = (error: unknown): void => {
    const message = `It is unknown how much was read: ${messageOf(error)}`;
    context.diagnose({ code: 'coverage_failed', message });
  };
  const coverage = watchCoverage(() => host.values(), coverageAbove, onFault);
  // This runs while the model writes its first reply.
  coverage.prepare();
  return coverage;
}

/** Publishes what was read, at the end of a step. */
export async function tellCoverage({ scope }: RlmState, context: RlmContext): Promise<void> {
  const { coverage } = scope;
  if (coverage === undefined) return;
  const strips = await coverage.strips();
  if (coverage.figures === undefined || strips === null) return;
  context.emit({ type: 'coverage', ...coverage.figures, strips });
}

/** Ends the tracking, for the result. */
export async function closeCoverage(state: RlmState): Promise<void> {
  state.coverage = (await state.scope.coverage?.end()) ?? null;
}
