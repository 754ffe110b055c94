import type { StandardIssue, StandardSchema } from '@rlm/penguin-engine';
import { cutText } from '@rlm/repl-types';

type JsonSchema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

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
 * A validator for the part of JSON Schema that code in a REPL writes: `type`, `enum`, `const`,
 * `properties`, `required`, `additionalProperties: false`, `items`, `minItems`, `maxItems`, `minimum`,
 * `maximum`, `minLength`, `maxLength`, `anyOf`, `oneOf`. Other keywords are not checked.
 */
export function jsonSchemaValidator(schema: JsonSchema): StandardSchema {
  const standard = {
    version: 1,
    vendor: 'rlm',
    validate: (value: unknown) => {
      try {
        const issues = check(schema, value, [], { steps: mostSteps, texts: new Map() });
        return issues.length === 0 ? { value } : { issues };
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error;
        return { issues: [{ message: 'is too large to be checked: answer with less' }] };
      }
    },
    jsonSchema: { input: () => schema },
  } as const;
  return { '~standard': standard };
}

/** What one validation may still do. */
interface Work {
  steps: number;
  /** JSON texts of what the schema names. */
  readonly texts: Map<object, string>;
}

/** Most that one validation does, in comparisons of one value with one schema: some ten milliseconds. */
const mostSteps = 100_000;

class TooMuchWork extends Error {}

function spend(work: Work, steps: number): void {
  work.steps -= steps;
  if (work.steps < 0) throw new TooMuchWork();
}

function check(
  schema: JsonSchema,
  value: unknown,
  path: Path,
  work: Work,
): readonly StandardIssue[] {
  spend(work, 1);
  const issue = (message: string): readonly StandardIssue[] => [{ message, path }];
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string');
  if (types.length > 0 && !types.some((type) => typeTests[type]?.(value) ?? true)) {
    return issue(`expected ${types.join(' or ')}`);
  }
  const allowed = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined;
  if (allowed !== undefined && !isOneOf(allowed, value, work)) {
    return issue(`expected one of ${show(allowed)}`);
  }
  if ('const' in schema && !isOneOf([schema['const']], value, work)) {
    return issue(`expected ${show(schema['const'])}`);
  }
  const options = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat().filter(isRecord);
  if (
    options.length > 0 &&
    !options.some((option) => check(option, value, path, work).length === 0)
  ) {
    return issue('expected one of the alternatives');
  }
  if (Array.isArray(value)) return checkArray(schema, value, path, work);
  if (isRecord(value)) return checkObject(schema, value, path, work);
  if (typeof value === 'string') return checkRange(schema, value.length, 'Length', path);
  return typeof value === 'number' ? checkRange(schema, value, 'imum', path) : [];
}

function checkObject(
  schema: JsonSchema,
  value: Record<string, unknown>,
  path: Path,
  work: Work,
): readonly StandardIssue[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const missing = required
    .filter((name): name is string => typeof name === 'string' && !Object.hasOwn(value, name))
    .map((name) => ({ message: 'is required', path: [...path, name] }));
  const inner = Object.entries(value).flatMap(([name, item]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isRecord(property)) return check(property, item, [...path, name], work);
    const closed = property === undefined && schema['additionalProperties'] === false;
    return closed ? [{ message: 'is not expected', path: [...path, name] }] : [];
  });
  return [...missing, ...inner];
}

function checkArray(
  schema: JsonSchema,
  value: readonly unknown[],
  path: Path,
  work: Work,
): readonly StandardIssue[] {
  const { items } = schema;
  const inner = isRecord(items)
    ? value.flatMap((item, index) => check(items, item, [...path, index], work))
    : [];
  return [...checkRange(schema, value.length, 'Items', path), ...inner];
}

function checkRange(
  schema: JsonSchema,
  measure: number,
  keyword: 'Length' | 'Items' | 'imum',
  path: Path,
): readonly StandardIssue[] {
  const least = schema[`min${keyword}`];
  const most = schema[`max${keyword}`];
  const word = keyword === 'imum' ? '' : `${keyword.toLowerCase()} of `;
  if (typeof least === 'number' && measure < least) {
    return [{ message: `expected ${word}at least ${String(least)}`, path }];
  }
  if (typeof most === 'number' && measure > most) {
    return [{ message: `expected ${word}at most ${String(most)}`, path }];
  }
  return [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is one of some pieces of data; the order of an object's keys counts. */
function isOneOf(options: readonly unknown[], value: unknown, work: Work): boolean {
  spend(work, options.length);
  if (options.includes(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  const text = JSON.stringify(value);
  return options.some((option) => isRecordOrList(option) && textOf(option, work) === text);
}

function textOf(option: object, { texts }: Work): string {
  const text = texts.get(option) ?? JSON.stringify(option);
  texts.set(option, text);
  return text;
}

function isRecordOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown): string {
  return cutText(JSON.stringify(value), 500).text;
}
