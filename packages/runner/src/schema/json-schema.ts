import type { StandardIssue, StandardSchema } from '@rlm/penguin-engine';

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
      const issues = check(schema, value, []);
      return issues.length === 0 ? { value } : { issues };
    },
    jsonSchema: { input: () => schema },
  } as const;
  return { '~standard': standard };
}

function check(schema: JsonSchema, value: unknown, path: Path): readonly StandardIssue[] {
  const issue = (message: string): readonly StandardIssue[] => [{ message, path }];
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string');
  if (types.length > 0 && !types.some((type) => typeTests[type]?.(value) ?? true)) {
    return issue(`expected ${types.join(' or ')}`);
  }
  const allowed = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined;
  if (allowed !== undefined && !allowed.some((option) => isEqual(option, value))) {
    return issue(`expected one of ${JSON.stringify(allowed)}`);
  }
  if ('const' in schema && !isEqual(schema['const'], value)) {
    return issue(`expected ${JSON.stringify(schema['const'])}`);
  }
  const options = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat().filter(isRecord);
  if (options.length > 0 && !options.some((option) => check(option, value, path).length === 0)) {
    return issue('expected one of the alternatives');
  }
  if (Array.isArray(value)) return checkArray(schema, value, path);
  if (isRecord(value)) return checkObject(schema, value, path);
  if (typeof value === 'string') return checkRange(schema, value.length, 'Length', path);
  return typeof value === 'number' ? checkRange(schema, value, 'imum', path) : [];
}

function checkObject(
  schema: JsonSchema,
  value: Record<string, unknown>,
  path: Path,
): readonly StandardIssue[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const missing = required
    .filter((name): name is string => typeof name === 'string' && !Object.hasOwn(value, name))
    .map((name) => ({ message: 'is required', path: [...path, name] }));
  const inner = Object.entries(value).flatMap(([name, item]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isRecord(property)) return check(property, item, [...path, name]);
    const closed = property === undefined && schema['additionalProperties'] === false;
    return closed ? [{ message: 'is not expected', path: [...path, name] }] : [];
  });
  return [...missing, ...inner];
}

function checkArray(
  schema: JsonSchema,
  value: readonly unknown[],
  path: Path,
): readonly StandardIssue[] {
  const { items } = schema;
  const inner = isRecord(items)
    ? value.flatMap((item, index) => check(items, item, [...path, index]))
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

function isEqual(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
