import { RlmError } from '@rlm/repl-types';

/** Whether the calling program made a mistake with `approve` that no model can mend: it ends the run. */
export function isOwnMistake(error: unknown): error is RlmError {
  return (
    RlmError.isInstance(error) &&
    (error.code === 'suspend_needs_journal' || error.code === 'invalid_approval')
  );
}
