import { RlmError } from '@rlm/repl-types';

/** A sub-query failed; code in the REPL sees its message as a catchable exception. */
export class QueryError extends RlmError<'query_failed'> {
  static override readonly className: string = 'QueryError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'query_failed', cause });
  }
}

/** A call from the REPL had wrong arguments; code there sees its message as a catchable exception. */
export class QueryArgumentError extends RlmError<'invalid_arguments'> {
  static override readonly className: string = 'QueryArgumentError';
  override readonly name: string = 'TypeError';

  constructor(message: string) {
    super(message, { code: 'invalid_arguments' });
  }
}
