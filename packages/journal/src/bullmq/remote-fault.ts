import { RlmError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';
import { toModelError, type ErrorRecord } from '@rlm/penguin-engine/internal';
import { ModelError } from '@rlm/penguin-engine/model';

/** A fault as text, which is all that a failed job keeps. */
export function writeFault(fault: unknown): {
  readonly text: string;
  readonly isRetryable: boolean;
} {
  const error = toModelError(fault);
  const { name, message } = error;
  const {
    code,
    details,
    isRetryable = false,
  } = error as Partial<RlmError> & {
    isRetryable?: boolean;
  };
  const record: ErrorRecord = {
    name,
    message,
    isRetryable,
    ...(code === undefined ? {} : { code }),
    ...(details === undefined ? {} : { details }),
  };
  return { text: JSON.stringify(record), isRetryable };
}

/** The fault of a failed job. */
export function readFault(text: string): Error {
  let record: Partial<ErrorRecord>;
  try {
    record = JSON.parse(text) as Partial<ErrorRecord>;
  } catch {
    // What BullMQ itself says: that a job was found stalled too often.
    return new ModelError(`The job of the call failed: ${text}`, { isRetryable: true });
  }
  const { message = messageOf(record), code = 'effect_failed', details, isRetryable } = record;
  if (code === 'provider_error' || code === 'provider_recoverable_error') {
    return new ModelError(message, { isRetryable: isRetryable === true, ...(details as object) });
  }
  return new RlmError(message, { code, details });
}
