import { RlmError } from '../rlm-error.js';

/** Why a value is not data. */
export type DataFault =
  /** It contains itself. */
  | 'circular'
  | 'too_deep'
  /** It has too many characters, or too many parts. */
  | 'too_large'
  | 'too_many_parts'
  /** JSON has no form for it: a function, NaN. */
  | 'not_data'
  /** A getter, a `toJSON` or a proxy threw. */
  | 'unreadable';

/** The steps from a value to one of its parts: names of fields, indexes of items. */
export type DataPath = readonly (string | number)[];

/** The details of a {@link DataError}. */
interface DataErrorDetails {
  readonly fault: DataFault;
  /** The path to the faulty part. */
  readonly path: DataPath;
  /** For a value that is too large: the characters or parts that were counted so far. */
  readonly count?: number;
}

/** A value that JSON cannot hold. The message names the part: `context.rows[3].price is NaN, ...`. */
export class DataError extends RlmError<'invalid_data', DataErrorDetails> {
  static override readonly className: string = 'DataError';
  override readonly details: DataErrorDetails;

  constructor(message: string, details: DataErrorDetails, cause?: unknown) {
    super(message, { code: 'invalid_data', cause });
    this.details = details;
  }
}

/** The number of steps, and of characters in one step, that a message shows of a path. */
const shown = { steps: 12, chars: 60 };

/**
 * A path as it is written in code: `context.rows[3]["unit price"]`. A long one is reduced to its beginning and its end.
 */
export function writePath(name: string, path: DataPath): string {
  if (path.length <= shown.steps) return name + path.map(writeStep).join('');
  const half = shown.steps / 2;
  return `${name}${path.slice(0, half).map(writeStep).join('')}...${path.slice(-half).map(writeStep).join('')}`;
}

function writeStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  if (step.length > shown.chars) return `[a key of ${step.length} characters]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
