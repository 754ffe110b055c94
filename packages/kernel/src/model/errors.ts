import { RlmError } from '@rlm/repl-types';

/** Details of a provider's fault, for programs. */
export interface ModelErrorDetails {
  /** The status of the provider's HTTP response, if there was one. */
  readonly statusCode?: number;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** How often the call was tried, if more than once. */
  readonly attempts?: number;
}

/**
 * A model call that failed. The code is `provider_recoverable_error` if another attempt could have
 * succeeded (429, 5xx, a lost connection) but the permitted attempts did not, and `provider_error`
 * otherwise.
 */
export class ModelError extends RlmError<
  'provider_error' | 'provider_recoverable_error',
  ModelErrorDetails
> {
  static override readonly className: string = 'ModelError';
  /** Whether the executor may make another attempt. */
  readonly isRetryable: boolean;
  /** How long to wait before that, if the provider said so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: { readonly isRetryable: boolean; readonly cause?: unknown } & ModelErrorDetails,
  ) {
    const { isRetryable, cause, statusCode, retryAfterMs, attempts } = options;
    super(message, {
      code: isRetryable ? 'provider_recoverable_error' : 'provider_error',
      details: {
        ...(statusCode === undefined ? {} : { statusCode }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        ...(attempts === undefined ? {} : { attempts }),
      },
      cause,
    });
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
  }

  /** The same error, as the last of `attempts` attempts in this time: its message says so. */
  tried(attempts: number, elapsedMs: number): ModelError {
    const { message, details, isRetryable, cause } = this;
    const time =
      elapsedMs < 1000 ? `${Math.round(elapsedMs)} ms` : `${(elapsedMs / 1000).toFixed(1)} s`;
    return new ModelError(`${message} (tried ${attempts} times in ${time})`, {
      ...details,
      attempts,
      isRetryable,
      cause,
    });
  }
}

/** A model returned neither text nor tool calls, twice. */
export class EmptyReplyError extends RlmError<
  'llm_empty_response_error',
  { readonly attempts: number }
> {
  static override readonly className: string = 'EmptyReplyError';

  constructor(attempts: number, cause?: unknown) {
    super(`The model returned an empty reply ${attempts} times in a row`, {
      code: 'llm_empty_response_error',
      details: { attempts },
      cause,
    });
  }
}
