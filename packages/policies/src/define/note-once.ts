import type { TerminationDecision } from '../shapes/policy.js';
import { proceed } from './define-termination.js';

/** Goes on, the first time with the note: for what a run should be told once. */
export function noteOnce(note: string): () => TerminationDecision {
  let isTold = false;
  return () => {
    if (isTold) return proceed;
    isTold = true;
    return { terminate: false, note };
  };
}
