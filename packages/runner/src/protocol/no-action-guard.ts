import type { StopReason } from '@rlm/kernel';
import type { ActionResult } from '@rlm/policies';

/** The number of consecutive replies without code or answer that ends a run. */
const maxNudges = 3;

/** Ends a run whose model neither writes code nor finishes, despite reminders. */
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
