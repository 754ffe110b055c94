import { DataError, type DataFault } from './data/data-error.js';
import { knownText } from './data/data-text.js';
import { copyData } from './data/walk-data.js';
import { RlmError } from './rlm-error.js';

/** The nesting that is written. JSON text of deeper data is useless. */
const maxDepth = 1_000;

/** `String(value)`, for values of any kind, even if their `toString` throws. */
export function anyText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '[Unreadable]';
  }
}

/** What replaces a part that JSON cannot hold. */
function mend(fault: DataFault, part: unknown): unknown {
  if (fault === 'circular') return '[Circular]';
  if (fault === 'unreadable') return '[Unreadable]';
  if (typeof part === 'function') return undefined;
  if (typeof part === 'number') return part;
  return part instanceof Date ? null : anyText(part);
}

/**
 * Copies any value into one that JSON can hold. What JSON lacks is replaced: a Map by an object, a Set by an array, a
 * bigint, an Error and a RegExp by texts, a circular reference by `[Circular]`, and a part that throws when it is read
 * by `[Unreadable]`.
 *
 * @throws RlmError `invalid_argument` for a value that is too deep or too large
 */
export function mendedCopy(value: unknown): unknown {
  try {
    return copyData(value, { name: 'the value', maxDepth, mend }).copy;
  } catch (error) {
    if (!DataError.isInstance(error)) throw error;
    throw tooMuch(error);
  }
}

function toText(value: unknown, indent: number): string | undefined {
  const data = knownText(value) === undefined ? mendedCopy(value) : value;
  try {
    // The library's types forget that `undefined` has no JSON text.
    return JSON.stringify(data, null, indent);
  } catch (error) {
    throw tooMuch(error);
  }
}

function tooMuch(cause: unknown): RlmError<'invalid_argument'> {
  const message = 'A value is nested too deeply, or is too large, to be written as JSON text';
  return new RlmError(message, { code: 'invalid_argument', cause });
}

/**
 * The JSON text of any value, indented by two blanks; `undefined` if it has none (a function). See {@link mendedCopy}.
 *
 * @throws RlmError `invalid_argument` for a value that is too deep or too large
 */
export function prettyJson(value: unknown): string | undefined {
  return toText(value, 2);
}

/** The JSON text of any value on one line, with a blank after `,` and `:`. See {@link prettyJson}. */
export function inlineJson(value: unknown): string | undefined {
  // A line break in indented JSON is never part of a string.
  return toText(value, 1)?.replace(/,\n */g, ', ').replace(/\n */g, '');
}
