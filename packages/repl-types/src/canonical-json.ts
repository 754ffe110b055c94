import { DataError } from './data/data-error.js';
import { requireData } from './data/data-text.js';
import { RlmError } from './rlm-error.js';

/** The deepest nesting of an effect's input. */
const maxDepth = 200;

/**
 * JSON text that is the same for the same data: keys in code unit order, undefined fields left out
 * as in JSON. Throws an `RlmError` (`invalid_effect_input`) for anything but plain data.
 */
export function canonicalJson(value: unknown = null): string {
  try {
    requireData(value, 'the data', { maxDepth });
  } catch (error) {
    if (!DataError.isInstance(error)) throw error;
    throw new RlmError(`An effect must be plain JSON data: ${error.message}`, {
      code: 'invalid_effect_input',
      cause: error,
    });
  }
  return write(value);
}

/**
 * Writes checked data. Copying it into an object with sorted keys would not do: keys that are
 * numbers come first there.
 */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, unknown>>)[key];
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${write(field)}`);
  }
  return `{${fields.join(',')}}`;
}
