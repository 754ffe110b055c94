import { DataError } from './data-error.js';
import type { DataLimits } from './data-size.js';
import { copyData, walkData, type Walked } from './walk-data.js';

/** What is known about data from a walk. Only these packages hold that data, so it has not changed since. */
interface Known extends Omit<Walked, 'copy'> {
  readonly text: string;
}

const known = new WeakMap<object, Known>();

/**
 * Writes a caller's value as JSON text. Each part is read once. Errors call the value `name`.
 *
 * - A value with `toJSON` becomes its result (a Date its ISO text), a Map an object, a Set a list, a bigint that a
 *   number can hold a number
 * - An object becomes its own fields. Undefined fields are left out; elsewhere undefined becomes null
 *
 * @throws DataError for a value that contains itself, is over the limits, cannot be read, or has a part that JSON
 *   cannot hold
 */
export function dataText(value: unknown, name: string, limits: DataLimits): string {
  return write(value, name, limits).text;
}

/**
 * Copies a caller's value as JSON data, by the same rules. The text is remembered: {@link dataText} and
 * {@link knownText} return it without another walk. The copy must not be changed, nor given to a caller.
 *
 * @throws DataError
 */
export function toData(value: unknown, name: string, limits: DataLimits): unknown {
  return keepData(value, name, limits)();
}

/**
 * Keeps a caller's value as it is now, as text. The returned function makes data of it, as {@link toData} does.
 *
 * @throws DataError
 */
export function keepData(value: unknown, name: string, limits: DataLimits): () => unknown {
  if (typeof value === 'string') return () => value;
  const written = write(value, name, limits);
  return () => {
    const data: unknown = JSON.parse(written.text);
    if (typeof data === 'object' && data !== null) known.set(data, written);
    return data;
  };
}

/** The JSON text of data that {@link toData} made; undefined for any other value. */
export function knownText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? known.get(value)?.text : undefined;
}

/**
 * Checks that a value is already JSON data. Anything that JSON would lose or change is refused, except undefined
 * fields.
 *
 * @throws DataError
 */
export function requireData(value: unknown, name: string, limits: DataLimits): void {
  walkData(value, { ...limits, name, foreign: 'refuse' });
}

function write(value: unknown, name: string, limits: DataLimits): Known {
  const before = typeof value === 'object' && value !== null ? known.get(value) : undefined;
  const { maxDepth, maxParts = Infinity, maxChars = Infinity } = limits;
  if (before !== undefined && before.depth <= maxDepth && before.parts <= maxParts) {
    if (before.text.length <= maxChars) return before;
  }
  return writePlain(value, name, limits) ?? writeCopy(value, name, limits);
}

/** Null for a value that JSON would change. */
function writePlain(value: unknown, name: string, limits: DataLimits): Known | null {
  const walked = walkData(value, { ...limits, name, foreign: 'give-up' });
  if (walked === null) return null;
  try {
    return knownOf(walked, value);
  } catch {
    // It has changed since it was walked, or is too long: copying it finds out which.
    return null;
  }
}

function writeCopy(value: unknown, name: string, limits: DataLimits): Known {
  const walked = copyData(value, { ...limits, name });
  try {
    return knownOf(walked, walked.copy);
  } catch (error) {
    const message = `${name} is nested too deeply, or is too large, to be written as JSON text: pass less data, or pass it in parts`;
    throw new DataError(message, { fault: 'too_large', path: [] }, error);
  }
}

function knownOf({ depth, parts }: Walked, data: unknown): Known {
  const text: unknown = JSON.stringify(data);
  return { depth, parts, text: typeof text === 'string' ? text : 'null' };
}
