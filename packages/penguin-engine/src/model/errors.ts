import { RlmError } from '@rlm/repl-types';

/** What a program may need to know of a provider's fault. */
export interface ModelErrorDetails {
  /** The status of the provider's HTTP response, where there was one. */
  readonly statusCode?: number;
  /** How long the provider asked to be left alone, in milliseconds. */
  readonly retryAfterMs?: number;
}

/**
 * A call of a model that failed. `provider_recoverable_error` is one that another attempt could mend
 * (429, 5xx, a lost connection) and that the attempts allowed did not; `provider_error` is any other.
 */
export class ModelError extends RlmError<
  'provider_error' | 'provider_recoverable_error',
  ModelErrorDetails
> {
  override readonly name: string = 'ModelError';
  /** Whether the executor may make another attempt. */
  readonly isRetryable: boolean;
  /** How long to wait before it, where the provider said so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: { readonly isRetryable: boolean; readonly cause?: unknown } & ModelErrorDetails,
  ) {
    const { isRetryable, cause, statusCode, retryAfterMs } = options;
    super(message, {
      code: isRetryable ? 'provider_recoverable_error' : 'provider_error',
      details: {
        ...(statusCode === undefined ? {} : { statusCode }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
      cause,
    });
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A model that gave neither text nor tool calls, twice. */
export class EmptyReplyError extends RlmError<
  'llm_empty_response_error',
  { readonly attempts: number }
> {
  override readonly name: string = 'EmptyReplyError';

  constructor(attempts: number, cause?: unknown) {
    super(`The model gave an empty reply ${attempts} times in a row`, {
      code: 'llm_empty_response_error',
      details: { attempts },
      cause,
    });
  }
}
