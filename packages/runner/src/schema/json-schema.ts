import { isRecord } from '@rlm/repl-types/internal';
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
 * not checked. Its work for one value is limited, because a guest chooses both schema and value.
 */
export function jsonSchemaValidator(schema: JsonSchema): StandardSchema {
  const standard = {
    version: 1,
    vendor: 'rlm',
    validate: (value: unknown) => {
      const issues: StandardIssue[] = [];
      try {
        const work = { left: { steps: maxSteps }, texts: new Map<object, string>(), issues };
        return check(schema, value, undefined, work) ? { value } : { issues };
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error;
        return { issues: [{ message: 'is too large to be checked: answer with less' }] };
      }
    },
    jsonSchema: { input: () => schema },
  } as const;
  return { '~standard': standard };
}

/** What one validation may still do, and what it has found. */
interface Work {
  readonly left: { steps: number };
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

/**
 * The maximum number of steps of one validation, each comparing one value with one schema: some
 * thirty milliseconds.
 */
const maxSteps = 100_000;

/** The maximum number of reported issues: they are there to fix an answer, not to be complete. */
const maxIssues = 20;

/** Creating this many characters of JSON text takes as long as one step. */
const charsPerStep = 200;

class TooMuchWork extends Error {}

function spend(work: Work, steps: number): void {
  work.left.steps -= steps;
  if (work.left.steps < 0) throw new TooMuchWork();
}

/** Reports that a value does not fit. */
function fail(work: Work, place: Place | undefined, message: () => string): false {
  if (!isSettled(work)) work.issues?.push({ message: message(), path: pathOf(place) });
  return false;
}

/** Whether further issues would not be reported. */
function isSettled({ issues }: Work): boolean {
  return issues === undefined || issues.length >= maxIssues;
}

function pathOf(place: Place | undefined): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.within) path.unshift(at.key);
  return path;
}

function check(schema: JsonSchema, value: unknown, place: Place | undefined, work: Work): boolean {
  spend(work, 1);
  const { type, enum: allowed } = schema;
  if (type !== undefined && !hasType(type, value)) {
    return fail(work, place, () => `expected ${namesOf(type).join(' or ')}`);
  }
  if (Array.isArray(allowed) && !isOneOf(allowed, value, work)) {
    return fail(work, place, () => `expected one of ${show(allowed)}`);
  }
  if ('const' in schema && !isOneOf([schema['const']], value, work)) {
    return fail(work, place, () => `expected ${show(schema['const'])}`);
  }
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (options !== undefined && !fitsOne(options, value, work)) {
    return fail(work, place, () => 'expected one of the alternatives');
  }
  if (Array.isArray(value)) return checkArray(schema, value, place, work);
  if (isRecord(value)) return checkObject(schema, value, place, work);
  if (typeof value === 'string') return checkRange(schema, value.length, 'Length', place, work);
  return typeof value !== 'number' || checkRange(schema, value, 'imum', place, work);
}

/**
 * Whether a value fits one of the alternatives. One that is not a schema does not count; without
 * any, everything fits.
 */
function fitsOne(options: unknown, value: unknown, work: Work): boolean {
  const quiet = work.issues === undefined ? work : { ...work, issues: undefined };
  let fits = true;
  for (const option of Array.isArray(options) ? (options as unknown[]) : [options]) {
    if (!isRecord(option)) continue;
    fits = check(option, value, undefined, quiet);
    if (fits) return true;
  }
  return fits;
}

function namesOf(type: unknown): readonly string[] {
  return [type].flat().filter((name) => typeof name === 'string');
}

function hasType(type: unknown, value: unknown): boolean {
  if (typeof type === 'string') return typeTests[type]?.(value) ?? true;
  const names = namesOf(type);
  return names.length === 0 || names.some((name) => typeTests[name]?.(value) ?? true);
}

function checkObject(
  schema: JsonSchema,
  value: Record<string, unknown>,
  within: Place | undefined,
  work: Work,
): boolean {
  const { properties: given, required, additionalProperties } = schema;
  const properties = isRecord(given) ? given : {};
  const entries = Object.entries(value);
  spend(work, entries.length);
  let fits = true;
  for (const key of Array.isArray(required) ? (required as unknown[]) : []) {
    if (typeof key !== 'string' || Object.hasOwn(value, key)) continue;
    fits = fail(work, { key, within }, () => 'is required');
  }
  for (const [key, item] of entries) {
    if (!fits && isSettled(work)) return false;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (isRecord(property)) {
      fits = check(property, item, { key, within }, work) && fits;
    } else if (property === undefined && additionalProperties === false) {
      fits = fail(work, { key, within }, () => 'is not expected');
    }
  }
  return fits;
}

function checkArray(
  schema: JsonSchema,
  value: readonly unknown[],
  within: Place | undefined,
  work: Work,
): boolean {
  const { items } = schema;
  let fits = checkRange(schema, value.length, 'Items', within, work);
  if (!isRecord(items)) return fits;
  for (const [key, item] of value.entries()) {
    if (!fits && isSettled(work)) return false;
    fits = check(items, item, { key, within }, work) && fits;
  }
  return fits;
}

function checkRange(
  schema: JsonSchema,
  measure: number,
  keyword: 'Length' | 'Items' | 'imum',
  place: Place | undefined,
  work: Work,
): boolean {
  const least = schema[`min${keyword}`];
  const most = schema[`max${keyword}`];
  const word = keyword === 'imum' ? '' : `${keyword.toLowerCase()} of `;
  if (typeof least === 'number' && measure < least) {
    return fail(work, place, () => `expected ${word}at least ${String(least)}`);
  }
  if (typeof most === 'number' && measure > most) {
    return fail(work, place, () => `expected ${word}at most ${String(most)}`);
  }
  return true;
}

/** Whether a value equals one of several pieces of data; the order of an object's keys matters. */
function isOneOf(options: readonly unknown[], value: unknown, work: Work): boolean {
  spend(work, options.length);
  if (options.includes(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  const text = textOf(value, work);
  return options.some(
    (option) => typeof option === 'object' && option !== null && textOf(option, work) === text,
  );
}

function textOf(data: object, work: Work): string {
  const known = work.texts.get(data);
  if (known !== undefined) return known;
  const text = JSON.stringify(data);
  work.texts.set(data, text);
  spend(work, Math.ceil(text.length / charsPerStep));
  return text;
}

function show(value: unknown): string {
  return cutText(JSON.stringify(value), 500).text;
}
