import { definedFields } from './defined-fields.js';
import { finalSignalKey, finalSignalOf, type FinalSignal } from './final-signal.js';
import { RlmError } from './rlm-error.js';

/** An error as plain data, from which it can be recreated. */
export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly details?: unknown;
  /** The final that the error carries, if it has one. */
  readonly final?: FinalSignal | undefined;
  /** The `@rlm` error classes of the error, as `isInstance` recognises them. */
  readonly classes?: readonly string[] | undefined;
  /** Its other fields that are texts, numbers or booleans. */
  readonly fields?: Readonly<Record<string, string | number | boolean>> | undefined;
}

const mark = '@rlm/error/';
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Records an error as data. A thrown value that is not an error is recorded as its text. */
export function recordError(thrown: unknown): ErrorRecord {
  if (typeof thrown !== 'object' || thrown === null) {
    return { name: 'Error', message: String(thrown) };
  }
  const { name, message, code, details } = thrown as Record<string, unknown>;
  const classes = Object.getOwnPropertySymbols(thrown).flatMap(({ description = '' }) =>
    description.startsWith(mark) ? [description.slice(mark.length)] : [],
  );
  const final = finalSignalOf(thrown);
  const known = ['name', 'message', 'code', 'details', 'stack'];
  const fields = Object.entries(thrown).filter(
    ([key, value]) => isPlain(value) && !known.includes(key),
  );
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : String(message),
    code: typeof code === 'string' ? code : undefined,
    details: isData(details) ? details : undefined,
    final,
    classes: classes.length === 0 ? undefined : classes,
    fields: fields.length === 0 ? undefined : Object.fromEntries(fields),
  };
}

/**
 * Recreates an error from its record: `isInstance` of its classes, its code, details and fields are as before.
 * `instanceof` does not work on it, and its stack and cause are lost.
 */
export function reviveError(record: ErrorRecord): Error {
  const { name, message, code, details, final, classes, fields } = record;
  const error =
    classes === undefined
      ? Object.assign(new Error(message), definedFields({ code }))
      : new RlmError(message, { code: code ?? 'error', details });
  Object.defineProperty(error, 'name', { value: name, configurable: true });
  for (const one of classes ?? []) {
    Object.defineProperty(error, Symbol.for(`${mark}${one}`), { value: true });
  }
  if (final !== undefined) Object.assign(error, { [finalSignalKey]: final });
  return Object.assign(error, fields);
}

/** Whether a value has JSON text. */
function isData(value: unknown): boolean {
  try {
    return (JSON.stringify(value) as string | undefined) !== undefined;
  } catch {
    return false;
  }
}
