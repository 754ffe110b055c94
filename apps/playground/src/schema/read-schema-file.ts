import { readFile } from 'node:fs/promises';

import { UsageError } from '../usage-error.js';
import { standardSchemaOf, type JsonSchema } from './standard-schema.js';

const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

/** Values of a schema that hold no schemas. */
const data = new Set(['const', 'default', 'enum', 'examples', 'required']);

/** Reads a file with a JSON Schema. Throws {@link UsageError} if it has no JSON Schema. */
export async function readSchemaFile(file: string): Promise<JsonSchema> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--schema ${file} cannot be read: ${(error as Error).message}`);
  });
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--schema ${file} is not JSON: ${(error as Error).message}`);
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new UsageError(
      `--schema ${file} is not a JSON Schema. Expected an object such as {"type": "object", "properties": {...}}`,
    );
  }
  requireTypes(schema, `--schema ${file}`);
  try {
    // A reference that leads nowhere shows at the first value.
    void standardSchemaOf(schema as JsonSchema)['~standard'].validate(null);
  } catch (error) {
    const [told] = (error as Error).message.split('\n');
    throw new UsageError(`--schema ${file} is not a JSON Schema: ${told ?? ''}`);
  }
  return schema as JsonSchema;
}

/** A type that is misspelt would refuse every answer. `isNamed`: what the object holds goes by names, and is no keyword. */
function requireTypes(schema: object, place: string, isNamed = false): void {
  for (const [key, value] of Object.entries(schema) as [string, unknown][]) {
    if (!isNamed && data.has(key)) continue;
    if (!isNamed && key === 'type') {
      const wrong = [value].flat().find((type) => !types.includes(type as string));
      if (wrong === undefined) continue;
      throw new UsageError(
        `${place}: there is no type ${JSON.stringify(wrong)}; the types are ${types.join(', ')}`,
      );
    }
    if (typeof value !== 'object' || value === null) continue;
    const isTable = !isNamed && /^(?:properties|patternProperties|\$defs|definitions)$/.test(key);
    requireTypes(value, place, isTable);
  }
}
