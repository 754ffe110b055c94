import { RlmError } from './rlm-error.js';

type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** Makes JSON of what it cannot express: Map as object, Set as array, bigint as text, cycles cut. */
function lenientReplacer(): Replacer {
  const open: { readonly original: object; readonly written: object }[] = [];
  return function (_key, value) {
    while (open.length > 0 && open.at(-1)?.written !== this) open.pop();
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (open.some(({ original }) => original === value)) return '[Circular]';
    const written =
      value instanceof Map
        ? Object.fromEntries<unknown>(value)
        : value instanceof Set
          ? Array.from<unknown>(value)
          : value;
    open.push({ original: value, written });
    return written;
  };
}

function toJsonText(value: unknown, indent: number): string | undefined {
  try {
    // The library's types forget that a function or `undefined` has no JSON text.
    return JSON.stringify(value, lenientReplacer(), indent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'A value is nested too deeply, or is too large, to be written as JSON text';
    throw new RlmError(message, { code: 'invalid_argument', cause: error });
  }
}

/**
 * The JSON text of any value, indented by two blanks; `undefined` when it has none (a function).
 * What JSON lacks is written as its nearest: a Map as an object, a Set as an array, a bigint as text.
 * Throws `RlmError` (`invalid_argument`) for a value that is too deep or too large.
 */
export function prettyJson(value: unknown): string | undefined {
  return toJsonText(value, 2);
}

/** The JSON text of any value on one line, with a blank after `,` and `:`. See {@link prettyJson}. */
export function inlineJson(value: unknown): string | undefined {
  // A line break in indented JSON is never part of a string.
  return toJsonText(value, 1)?.replace(/,\n */g, ', ').replace(/\n */g, '');
}
