import { RlmError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';

/** Longest text of a failure that a model, a reader of events or a record is given: a provider's may be megabytes. */
const maxFailureChars = 2_000;

/** An error's code (`error` if it has none of ours) and message, whatever was thrown; a long message keeps its head and its tail. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  const message = messageOf(error, maxFailureChars);
  return { code: RlmError.isInstance(error) ? error.code : 'error', message };
}
