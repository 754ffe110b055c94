import { RlmError } from '@rlm/repl-types';
import { definedFields, describeValue } from '@rlm/repl-types/internal';

/** Details of a provider's fault, for programs. */
export interface ModelErrorDetails {
  /** The status of the provider's HTTP response, if there was one. */
  readonly statusCode?: number | undefined;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** How often the call was tried, if more than once. */
  readonly attempts?: number | undefined;
  /** What had come of the reply when the call failed; absent if nothing had. */
  readonly text?: string | undefined;
  /** True if the stream of the reply ended in order, but without a finish reason. */
  readonly finishReasonMissing?: true | undefined;
  /** True if the prompt is longer than the model, or the server, takes. */
  readonly promptTooLong?: true | undefined;
  /** True if the `fetch` of the provider gave up by a time limit of its own. */
  readonly timedOut?: true | undefined;
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
    const { isRetryable, cause, ...details } = options;
    super(message, {
      code: isRetryable ? 'provider_recoverable_error' : 'provider_error',
      details: pickDetails(details),
      cause,
    });
    this.isRetryable = isRetryable;
    this.retryAfterMs = details.retryAfterMs;
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

  /** The same error, with what had come of the reply. */
  withText(text: string): ModelError {
    const { message, details, isRetryable, cause } = this;
    return new ModelError(message, { ...details, text, isRetryable, cause });
  }
}

/** The details of a fault, if it is one of a provider. */
export function detailsOf(fault: unknown): ModelErrorDetails | undefined {
  return ModelError.isInstance(fault) ? fault.details : undefined;
}

/** The details that are known. */
function pickDetails({
  statusCode,
  retryAfterMs,
  attempts,
  text,
  finishReasonMissing,
  promptTooLong,
  timedOut,
}: ModelErrorDetails): ModelErrorDetails {
  const details = {
    statusCode,
    retryAfterMs,
    attempts,
    text,
    finishReasonMissing,
    promptTooLong,
    timedOut,
  };
  return definedFields(details);
}

/**
 * A model function returned something that is not a reply. The message says what it was, and what
 * to return.
 */
export class ModelReplyError extends RlmError<'invalid_model_reply'> {
  static override readonly className: string = 'ModelReplyError';

  constructor(came: unknown) {
    super(
      `Expected the function model to return text, or an object with text, got ${nameReply(came)}.`,
      { code: 'invalid_model_reply' },
    );
  }
}

/**
 * Describes the value, and says where the text is in objects that people often return by mistake.
 */
function nameReply(came: unknown): string {
  if (came === undefined) return 'undefined; is there a return missing?';
  const what = describeValue(came);
  if (typeof came !== 'object' || came === null || Array.isArray(came)) return what;
  const keys = Object.keys(came);
  if ('text' in came) return `${what} whose text is ${describeValue(came.text)}`;
  const named = keys.length === 0 ? what : `${what} with ${keys.slice(0, 8).join(', ')}`;
  if ('choices' in came) return `${named}; return response.choices[0].message.content`;
  if ('output_text' in came) return `${named}; return response.output_text`;
  if ('content' in came) return `${named}; return the text of its content`;
  if ('message' in came) return `${named}; return the text of message.content`;
  return named;
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
