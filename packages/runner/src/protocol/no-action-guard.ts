import type { TerminationPolicy } from '@rlm/policies';

/** Replies in a row without code or answer that end a run. */
const maxNudges = 3;

/** Ends a run whose model, though nudged, neither writes code nor finishes. */
export function noActionGuard(limit: number = maxNudges): TerminationPolicy {
  let idle = 0;
  return {
    name: 'no_action',
    description: `Ends a run after ${String(limit)} replies in a row without code or answer.`,
    shouldTerminate(result) {
      idle = result.actionType === 'text' ? idle + 1 : 0;
      if (idle < limit) return { terminate: false };
      return {
        terminate: true,
        answer: null,
        code: 'no_action',
        reason: `The model gave ${String(idle)} replies in a row with neither code nor an answer.`,
      };
    },
    reset() {
      idle = 0;
    },
  };
}
