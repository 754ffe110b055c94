/** The mark of a class's errors, the same in every copy of the package. */
const markOf = (className: string): symbol => Symbol.for(`@rlm/error/${className}`);

/** The parts of an {@link RlmError}, apart from its message. */
export interface RlmErrorOptions<Code extends string, Details> {
  /** The kind of fault: a literal that programs can switch on. */
  readonly code: Code;
  /** What a program needs to know about the fault, as plain data. */
  readonly details?: Details | undefined;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/**
 * The base of every error that these packages throw.
 *
 * Two versions of a package in one program have a copy of each class, so do not rely on `instanceof`. Use
 * {@link RlmError.isInstance}, or compare `code`.
 */
export class RlmError<Code extends string = string, Details = unknown> extends Error {
  /**
   * The class's name in every copy of it. `isInstance` tells a subclass from its base only if the subclass sets its
   * own.
   */
  static readonly className: string = 'RlmError';

  /** The name of the class. For an error that guest code sees, the name in the guest's language. */
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

  /** Whether `error` is an instance of this class or a subclass, whichever copy of the class created it. */
  static isInstance<Instance>(
    this: (abstract new (...args: never[]) => Instance) & { readonly className: string },
    error: unknown,
  ): error is Instance {
    if (typeof error !== 'object' || error === null) return false;
    // A subclass without a name of its own has no mark of its own.
    if (!Object.hasOwn(this, 'className')) return error instanceof this;
    return markOf(this.className) in error;
  }

  /** The error as plain data; a cause is given as text. */
  toJSON(): {
    name: string;
    code: Code;
    message: string;
    details?: Details | undefined;
    cause?: string | undefined;
  } {
    const { name, code, message, details, cause } = this;
    return {
      name,
      code,
      message,
      details,
      cause: cause === undefined ? undefined : describeCause(cause),
    };
  }
}

/** The names of a class and of the classes that it extends. */
function classNamesOf(type: unknown): string[] {
  if (typeof type !== 'function' || type === Error) return [];
  const { className } = type as Partial<typeof RlmError>;
  return [String(className), ...classNamesOf(Object.getPrototypeOf(type))];
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
