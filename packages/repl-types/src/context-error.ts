import { RlmError } from './rlm-error.js';

/** A context could not be read, or is more than the backend holds. */
export class ContextError extends RlmError<'context_unusable', { readonly name: string }> {
  static override readonly className: string = 'ContextError';

  constructor(name: string, reason: string, cause?: unknown) {
    super(`context \`${name}\` cannot be used: ${reason}`, {
      code: 'context_unusable',
      details: { name },
      cause,
    });
  }
}
