import { RlmError } from '@rlm/repl-types';

/** What may not be left out of a request is already too much for the context window. */
export class ContextOverflowError extends RlmError<
  'context_overflow',
  { readonly tokens: number; readonly maxTokens: number }
> {
  static override readonly className: string = 'ContextOverflowError';

  constructor(tokens: number, maxTokens: number) {
    super(
      `The system text, the current request and the latest turn take ${tokens} tokens, and the context window has ${maxTokens}`,
      { code: 'context_overflow', details: { tokens, maxTokens } },
    );
  }
}
