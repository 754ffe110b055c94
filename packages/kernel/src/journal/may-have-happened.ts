import { RlmError } from '@rlm/repl-types';

/** The error for an effect that an earlier owner of the run had begun, and that must not be repeated. */
export function mayHaveHappened(kind: string): RlmError<'may_have_happened', { kind: string }> {
  return new RlmError(
    'This call may have happened already: the run was interrupted during it, and it must not be repeated. Check whether it took effect',
    { code: 'may_have_happened', details: { kind } },
  );
}
