import type { StopReason } from '@rlm/kernel';
import type { ActionResult } from '@rlm/policies';

/** Replies in a row without code or answer that end a run. */
const maxNudges = 3;

/** Ends a run whose model, though nudged, neither writes code nor finishes. */
export function noActionGuard(
  limit: number = maxNudges,
): (result: ActionResult) => StopReason | undefined {
  let idle = 0;
  return ({ actionType }) => {
    idle = actionType === 'text' ? idle + 1 : 0;
    if (idle < limit) return undefined;
    return Object.freeze({
      finishReason: 'guard',
      code: 'no_action',
      message: `The model gave ${String(idle)} replies in a row with neither code nor an answer.`,
    });
  };
}
