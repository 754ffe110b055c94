import { RlmError } from '@rlm/repl-types';

/** The messages that must stay in a request do not fit the context window. */
export class ContextOverflowError extends RlmError<
  'context_overflow',
  { readonly tokens: number; readonly maxTokens: number }
> {
  static override readonly className: string = 'ContextOverflowError';

  constructor(tokens: number, maxTokens: number) {
    super(
      `The system text, the current request and the latest turn take ${tokens} tokens, but the context window has only ${maxTokens}`,
      { code: 'context_overflow', details: { tokens, maxTokens } },
    );
  }
}
