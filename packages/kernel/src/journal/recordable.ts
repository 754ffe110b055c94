import { RlmError } from '@rlm/repl-types';
import {
  messageOf,
  canonicalJson,
  recordError,
  reviveError,
  type ErrorRecord,
} from '@rlm/repl-types/internal';

/** The field that marks a replacement for a value that JSON does not have. */
const mark = '@rlm';

/** A replacement for such a value. */
type Marked =
  | { readonly [mark]: 'error'; readonly error: ErrorRecord }
  | { readonly [mark]: 'number'; readonly text: string }
  /** An object that itself has a field with the mark's name. */
  | { readonly [mark]: 'object'; readonly fields: Readonly<Record<string, unknown>> };

/**
 * The outcome of an effect as JSON data. Throws `RlmError` `effect_not_recordable` for anything
 * that would not be the same when read back. Errors and infinite numbers are kept; undefined fields
 * are left out.
 */
export function toRecord(kind: string, value: unknown): unknown {
  try {
    const written = write(value);
    canonicalJson(written);
    return written === undefined ? null : JSON.parse(JSON.stringify(written));
  } catch (error) {
    throw new RlmError(
      `The outcome of the effect '${kind}' cannot be written to a journal: return data that JSON can hold. ${messageOf(error)}`,
      { code: 'effect_not_recordable', details: { kind } },
    );
  }
}

/** The value that a record represents. */
export function fromRecord(written: unknown): unknown {
  return mapData(written, (data) => {
    if (!(mark in data)) return undefined;
    const marked = data as unknown as Marked;
    switch (marked[mark]) {
      case 'error':
        return { data: reviveError(marked.error) };
      case 'number':
        return { data: Number(marked.text) };
      case 'object':
        return { data: mapFields(marked.fields, fromRecord) };
    }
  });
}

function write(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { [mark]: 'number', text: String(value) } satisfies Marked;
  }
  return mapData(
    value,
    (data) =>
      mark in data ? { data: { [mark]: 'object', fields: mapFields(data, write) } } : undefined,
    write,
  );
}

/**
 * Maps each part of data; `special` handles an object as a whole. Anything but a list or a plain
 * object stays as it is.
 */
function mapData(
  value: unknown,
  special: (data: Readonly<Record<string, unknown>>) => { readonly data: unknown } | undefined,
  map: (part: unknown) => unknown = (part) => mapData(part, special),
): unknown {
  if (value instanceof Error) return { [mark]: 'error', error: recordError(value) };
  if (Array.isArray(value)) return value.map((item: unknown) => map(item));
  if (!isPlain(value)) return value;
  const found = special(value);
  return found === undefined ? mapFields(value, map) : found.data;
}

function mapFields(
  fields: Readonly<Record<string, unknown>>,
  map: (part: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
