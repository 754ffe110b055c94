import {
  createBoundedWork,
  isRecord,
  stepsOfText,
  TooMuchWorkError,
  type BoundedWork,
} from '@rlm/repl-types/internal';
import type { StandardSchema, StandardIssue } from '@rlm/kernel';
import { cutText } from '@rlm/repl-types';

type JsonSchema = Readonly<Record<string, unknown>>;

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isRecord(value),
};

/**
 * Creates a validator for the part of JSON Schema that code in a REPL uses: `type`, `enum`,
 * `const`, `properties`, `required`, `additionalProperties: false`, `items`, `minItems`,
 * `maxItems`, `minimum`, `maximum`, `minLength`, `maxLength`, `anyOf`, `oneOf`. Other keywords are
 * not checked. Its work for one value is limited, because a guest chooses both schema and value:
 * every loop over something of either goes through {@link BoundedWork}.
 */
export function jsonSchemaValidator(schema: JsonSchema): StandardSchema {
  const standard = {
    version: 1,
    vendor: 'rlm',
    validate: (value: unknown) => {
      const issues: StandardIssue[] = [];
      try {
        const work = createBoundedWork({ maxSteps: maxValidationSteps });
        const run = { work, texts: new Map<object, string>(), issues };
        return check(schema, value, undefined, run) ? { value } : { issues };
      } catch (error) {
        // A RangeError: something is nested too deeply to be written as JSON.
        if (!(error instanceof TooMuchWorkError || error instanceof RangeError)) throw error;
        return { issues: [{ message: 'is too large to be checked: answer with less' }] };
      }
    },
    jsonSchema: { input: () => schema },
  } as const;
  return { '~standard': standard };
}

/** What one validation may still do, and what it has found. */
interface Validation {
  readonly work: BoundedWork;
  /** JSON texts of objects in the schema and the value. */
  readonly texts: Map<object, string>;
  /** Undefined in an alternative, where only the verdict counts. */
  readonly issues: StandardIssue[] | undefined;
}

/** The place of a value, from the inside out; it becomes a path if something does not fit. */
interface Place {
  readonly key: string | number;
  readonly within: Place | undefined;
}

/** The most steps of one validation: some thirty milliseconds. Each value, and each item of a list in the schema, is one. */
export const maxValidationSteps = 100_000;

/** The maximum number of reported issues: they are there to fix an answer, not to be complete. */
const maxIssues = 20;

/** Reports that a value does not fit. */
function fail(run: Validation, place: Place | undefined, message: () => string): false {
  if (!isSettled(run)) run.issues?.push({ message: message(), path: pathOf(place) });
  return false;
}

/** Whether further issues would not be reported. */
function isSettled({ issues }: Validation): boolean {
  return issues === undefined || issues.length >= maxIssues;
}

function pathOf(place: Place | undefined): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.within) path.unshift(at.key);
  return path;
}

function check(
  schema: JsonSchema,
  value: unknown,
  place: Place | undefined,
  run: Validation,
): boolean {
  const { type, enum: allowed } = schema;
  if (type !== undefined && !hasType(type, value, run)) {
    return fail(run, place, () => `expected ${cutText(namesOf(type).join(' or '), 500).text}`);
  }
  if (Array.isArray(allowed) && !isOneOf(allowed, value, run)) {
    return fail(run, place, () => `expected one of ${show(allowed)}`);
  }
  if ('const' in schema && !isOneOf([schema['const']], value, run)) {
    return fail(run, place, () => `expected ${show(schema['const'])}`);
  }
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (options !== undefined && !fitsOne(options, value, run)) {
    return fail(run, place, () => 'expected one of the alternatives');
  }
  if (Array.isArray(value)) return checkArray(schema, value, place, run);
  if (isRecord(value)) return checkObject(schema, value, place, run);
  if (typeof value === 'string') return checkRange(schema, value.length, 'Length', place, run);
  return typeof value !== 'number' || checkRange(schema, value, 'imum', place, run);
}

/**
 * Whether a value fits one of the alternatives. One that is not a schema does not count; without
 * any, everything fits.
 */
function fitsOne(options: unknown, value: unknown, run: Validation): boolean {
  const quiet = run.issues === undefined ? run : { ...run, issues: undefined };
  let fits = true;
  for (const option of run.work.each(listOf(options))) {
    if (!isRecord(option)) continue;
    fits = check(option, value, undefined, quiet);
    if (fits) return true;
  }
  return fits;
}

function namesOf(type: unknown): readonly string[] {
  return listOf(type).filter((name) => typeof name === 'string');
}

/** Whether a value has one of the types. Names that are no types are not checked; without any name, every value fits. */
function hasType(type: unknown, value: unknown, { work }: Validation): boolean {
  if (typeof type === 'string') return typeTests[type]?.(value) ?? true;
  let fits = true;
  for (const name of work.each(listOf(type))) {
    if (typeof name !== 'string') continue;
    fits = typeTests[name]?.(value) ?? true;
    if (fits) return true;
  }
  return fits;
}

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [given];
}

function checkObject(
  schema: JsonSchema,
  value: Record<string, unknown>,
  within: Place | undefined,
  run: Validation,
): boolean {
  const { properties: given, required, additionalProperties } = schema;
  const properties = isRecord(given) ? given : {};
  let fits = true;
  for (const key of run.work.each(Array.isArray(required) ? (required as unknown[]) : [])) {
    if (!fits && isSettled(run)) return false;
    if (typeof key !== 'string' || Object.hasOwn(value, key)) continue;
    fits = fail(run, { key, within }, () => 'is required');
  }
  for (const [key, item] of run.work.each(Object.entries(value))) {
    if (!fits && isSettled(run)) return false;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (isRecord(property)) {
      fits = check(property, item, { key, within }, run) && fits;
    } else if (property === undefined && additionalProperties === false) {
      fits = fail(run, { key, within }, () => 'is not expected');
    }
  }
  return fits;
}

function checkArray(
  schema: JsonSchema,
  value: readonly unknown[],
  within: Place | undefined,
  run: Validation,
): boolean {
  const { items } = schema;
  let fits = checkRange(schema, value.length, 'Items', within, run);
  if (!isRecord(items)) return fits;
  for (const [key, item] of run.work.each(value.entries())) {
    if (!fits && isSettled(run)) return false;
    fits = check(items, item, { key, within }, run) && fits;
  }
  return fits;
}

function checkRange(
  schema: JsonSchema,
  measure: number,
  keyword: 'Length' | 'Items' | 'imum',
  place: Place | undefined,
  run: Validation,
): boolean {
  const least = schema[`min${keyword}`];
  const most = schema[`max${keyword}`];
  const word = keyword === 'imum' ? '' : `${keyword.toLowerCase()} of `;
  if (typeof least === 'number' && measure < least) {
    return fail(run, place, () => `expected ${word}at least ${String(least)}`);
  }
  if (typeof most === 'number' && measure > most) {
    return fail(run, place, () => `expected ${word}at most ${String(most)}`);
  }
  return true;
}

/** Whether a value equals one of several pieces of data; the order of an object's keys matters. */
function isOneOf(options: readonly unknown[], value: unknown, run: Validation): boolean {
  const text = isObject(value) ? textOf(value, run) : undefined;
  for (const option of run.work.each(options)) {
    if (option === value) return true;
    if (text !== undefined && isObject(option) && textOf(option, run) === text) return true;
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function textOf(data: object, { work, texts }: Validation): string {
  const known = texts.get(data);
  if (known !== undefined) return known;
  const text = JSON.stringify(data);
  texts.set(data, text);
  work.spend(stepsOfText(text.length));
  return text;
}

function show(value: unknown): string {
  return cutText(JSON.stringify(value), 500).text;
}
