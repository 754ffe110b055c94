const marker: symbol = Symbol.for('@rlm/repl-types/error');

/** What an {@link RlmError} is made of, beside its message. */
export interface RlmErrorOptions<Code extends string, Details> {
  /** What kind of fault this is: a literal that programs may switch on. */
  readonly code: Code;
  /** What a program needs to know of the fault, as plain data. */
  readonly details?: Details;
  /** The fault beneath this one. */
  readonly cause?: unknown;
}

/**
 * The base of every error that these packages throw.
 *
 * An ES module and a CommonJS copy of a class are two classes, so `instanceof` is not to be relied on:
 * ask {@link RlmError.isInstance}, or look at `code`.
 */
export class RlmError<Code extends string = string, Details = unknown> extends Error {
  override readonly name: string = 'RlmError';
  readonly code: Code;
  readonly details: Details | undefined;

  constructor(message: string, options: RlmErrorOptions<Code, Details>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.details = options.details;
    Object.defineProperty(this, marker, { value: true });
  }

  /** Whether `error` is an error of these packages, whichever copy of the class made it. */
  static isInstance(error: unknown): error is RlmError {
    return typeof error === 'object' && error !== null && marker in error;
  }

  /** The error as plain data; a cause is given by its message. */
  toJSON(): { name: string; code: Code; message: string; details?: Details; cause?: string } {
    const { name, code, message, details, cause } = this;
    return {
      name,
      code,
      message,
      ...(details === undefined ? {} : { details }),
      ...(cause === undefined ? {} : { cause: describeCause(cause) }),
    };
  }
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
