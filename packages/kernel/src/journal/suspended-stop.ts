import type { StopReason } from '../contract/stop-reason.js';

/** The stop of a run that waits for a decision. */
export function suspendedStop(kind: string, key: string, request: unknown): StopReason {
  return Object.freeze({
    finishReason: 'suspended',
    code: kind,
    message: `The run waits for a person (${kind}): record the decision with decide(store, id, { key, value }), then resume the run`,
    wait: Object.freeze({ key, request }),
  });
}
