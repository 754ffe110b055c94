import type { StandardSchema } from '@rlm/kernel';
import { jsonSchemaOf } from '@rlm/kernel/internal';
import { isRecord } from '@rlm/repl-types/internal';

/**
 * What a schema asks for, as JSON Schema text if its library provides that, else the empty text. A
 * schema with a transformation, for example, has no JSON Schema: then its issues must do.
 */
export function shapeOf(schema: StandardSchema): string {
  const shape = jsonSchemaOf(schema);
  return shape === undefined ? '' : JSON.stringify(withoutNoise(shape));
}

/** Keywords whose values are schemas, by names or in a list; below any other are data and plain schemas. */
const named: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'required']);

/** A schema without what says nothing to a model: the dialect, that keys are text, that whole numbers are exact, how a format is written. */
function withoutNoise(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNoise);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !isNoise(key, value, schema));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (data.has(key)) return [key, value];
      if (!named.has(key) || !isRecord(value)) return [key, withoutNoise(value)];
      const each = Object.entries(value).map(([name, part]) => [name, withoutNoise(part)] as const);
      return [key, Object.fromEntries(each)];
    }),
  );
}

function isNoise(key: string, value: unknown, schema: Readonly<Record<string, unknown>>): boolean {
  switch (key) {
    case '$schema':
      return true;
    case 'propertyNames':
      return JSON.stringify(value) === '{"type":"string"}';
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    case 'pattern':
      return schema['format'] !== undefined;
    default:
      return false;
  }
}
