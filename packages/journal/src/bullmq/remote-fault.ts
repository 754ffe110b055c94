import { recordError, reviveError, type ErrorRecord } from '@rlm/repl-types/internal';
import { toModelError } from '@rlm/kernel/internal';
import { ModelError } from '@rlm/kernel/model';

/** A fault as text, which is all that a failed job keeps. */
export function writeFault(fault: unknown): string {
  return JSON.stringify(recordError(toModelError(fault)));
}

/** The fault of a failed job. */
export function readFault(text: string): Error {
  try {
    return reviveError(JSON.parse(text) as ErrorRecord);
  } catch {
    // A fault of BullMQ itself: a job was found stalled too often.
    return new ModelError(`The job of the call failed: ${text}`, { isRetryable: true });
  }
}
