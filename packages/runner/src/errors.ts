import { RlmError } from '@rlm/repl-types';

import type { RlmResult } from './result.js';

/** An option is missing or wrong: says what was expected and what came. */
export class RlmOptionsError extends RlmError<'invalid_options', { readonly option: string }> {
  override readonly name = 'RlmOptionsError';

  constructor(option: string, expected: string, came: unknown) {
    super(`${option} must be ${expected}; got ${describeValue(came)}`, {
      code: 'invalid_options',
      details: { option },
    });
  }
}

/** A context could not be read, or is more than the backend holds. */
export class ContextError extends RlmError<'context_unusable', { readonly name: string }> {
  override readonly name = 'ContextError';

  constructor(name: string, reason: string, cause?: unknown) {
    super(`context \`${name}\` cannot be used: ${reason}`, {
      code: 'context_unusable',
      details: { name },
      cause,
    });
  }
}

/** A limit ended a run whose caller asked for an exception (`throwOnLimit`). */
export class LimitReachedError extends RlmError<
  'limit_reached',
  { readonly finishReason: string }
> {
  override readonly name = 'LimitReachedError';
  /** The run's result, with the best answer where there is one. */
  readonly result: RlmResult;

  constructor(result: RlmResult) {
    const { finishReason, stop } = result;
    super(`The run ended with ${finishReason}: ${stop?.message ?? ''}`, {
      code: 'limit_reached',
      details: { finishReason },
    });
    this.result = result;
  }
}

/** A sub-query failed; code in the REPL sees its message as a catchable exception. */
export class QueryError extends RlmError<'query_failed'> {
  override readonly name = 'QueryError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'query_failed', cause });
  }
}

/** A call from the REPL had wrong arguments; code there sees its message as a catchable exception. */
export class QueryArgumentError extends RlmError<'invalid_arguments'> {
  override readonly name = 'TypeError';

  constructor(message: string) {
    super(message, { code: 'invalid_arguments' });
  }
}

/** What came, short enough for a message. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') {
    return value.length > 60 ? `text of ${String(value.length)} characters` : JSON.stringify(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined) {
    return String(value);
  }
  if (Array.isArray(value)) return `an array of ${String(value.length)}`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return tag === 'Object' ? 'an object' : `a ${tag}`;
}
