/** The mark of a class's errors, the same in every copy of the package. */
const markOf = (className: string): symbol => Symbol.for(`@rlm/error/${className}`);

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
  /** What the class is called in every copy of it. A subclass with a name of its own is told from its base by `isInstance`. */
  static readonly className: string = 'RlmError';

  /** The name of the class; for an error that a guest's code sees, that of its language. */
  override readonly name: string;
  readonly code: Code;
  readonly details: Details | undefined;

  constructor(message: string, options: RlmErrorOptions<Code, Details>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.details = options.details;
    this.name = new.target.className;
    for (const className of classNamesOf(new.target)) {
      Object.defineProperty(this, markOf(className), { value: true });
    }
  }

  /** Whether `error` is one of the class that is asked, or of a subclass, whichever copy of the class made it. */
  static isInstance<Instance>(
    this: (abstract new (...args: never[]) => Instance) & { readonly className: string },
    error: unknown,
  ): error is Instance {
    if (typeof error !== 'object' || error === null) return false;
    // A subclass without a name of its own has no mark of its own.
    if (!Object.hasOwn(this, 'className')) return error instanceof this;
    return markOf(this.className) in error;
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

/** The names of a class and of those that it extends. */
function classNamesOf(type: unknown): string[] {
  if (typeof type !== 'function' || type === Error) return [];
  const { className } = type as Partial<typeof RlmError>;
  return [String(className), ...classNamesOf(Object.getPrototypeOf(type))];
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
