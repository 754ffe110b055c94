import { loadOnce, messageOf } from '@rlm/repl-types/internal';

import type { CoverageWatch } from '../reading/watch-coverage.js';
import type { RlmContext } from '../run/events.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import type { SessionHost } from '../run/session-host.js';
import type { RlmState } from '../run/state.js';

const watching = /* @__PURE__ */ loadOnce(() => import('../reading/watch-coverage.js'));

/** Starts to track what a run reads. Undefined if that cannot be loaded: the run goes on without. */
export async function openCoverage(
  host: SessionHost,
  { coverageAbove }: RlmPlan,
  context: RlmContext,
): Promise<CoverageWatch | undefined> {
  const onFault = (error: unknown): void => {
    const message = `It is unknown how much was read: ${messageOf(error)}`;
    context.diagnose({ code: 'coverage_failed', message });
  };
  try {
    const { watchCoverage } = await watching();
    const coverage = watchCoverage(() => host.values(), coverageAbove, onFault);
    // This runs while the model writes its first reply.
    coverage.prepare();
    return coverage;
  } catch (error) {
    onFault(error);
    return undefined;
  }
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
