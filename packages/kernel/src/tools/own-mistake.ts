import { RlmError } from '@rlm/repl-types';

/**
 * Whether the calling program misused `approve` in a way that no model can correct, which ends the
 * run.
 */
export function isOwnMistake(error: unknown): error is RlmError {
  return (
    RlmError.isInstance(error) &&
    (error.code === 'suspend_needs_journal' || error.code === 'invalid_approval')
  );
}
