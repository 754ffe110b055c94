import type { TerminationDecision } from '../shapes/policy.js';
import { proceed } from './decisions.js';

/** Makes a function that decides to go on, the first time with the note: for what a run should report once. */
export function noteOnce(note: string): () => TerminationDecision {
  let isTold = false;
  return () => {
    if (isTold) return proceed;
    isTold = true;
    return { terminate: false, note };
  };
}
