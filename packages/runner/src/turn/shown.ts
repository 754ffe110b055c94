import { dialects as builtIn } from '@rlm/termination/dialects';
import { createShownTexts, type ShownTexts } from '@rlm/termination/shown';

import type { RlmPlan } from '../plan/rlm-plan.js';
import type { RlmState } from '../state.js';

/**
 * A memory of what the model was shown, for the finals of a plan's dialects. A dialect of your own may write its final
 * in any way: then every text is kept.
 */
export function rememberShown({ dialects }: RlmPlan): ShownTexts {
  const own = dialects.some((dialect) => !Object.values(builtIn).includes(dialect));
  return createShownTexts(own ? {} : { marks: ['final', 'submit'] });
}

/** Whether a call, as the model wrote it, stands in what was printed, or in what tools and sub-models gave. */
export function isShown(
  call: string,
  { shown, scope }: Pick<RlmState, 'shown' | 'scope'>,
): boolean {
  return shown.holds(call) || scope.answers.holds(call);
}
