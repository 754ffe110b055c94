import type { StopReason } from '../contract/stop-reason.js';

/** The run waits for a decision. */
export function suspendedStop(kind: string, key: string, request: unknown): StopReason {
  return Object.freeze({
    finishReason: 'suspended',
    code: kind,
    message: `The run waits for a ${kind} of a person: give it with decide(store, id, { key, value }), and resume`,
    wait: Object.freeze({ key, request }),
  });
}
