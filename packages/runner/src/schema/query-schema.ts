import { headOf, roughBytes } from '@rlm/repl-types/internal';
import type { StandardSchema } from '@rlm/kernel';

import { QueryArgumentError } from '../query-errors.js';
import { jsonSchemaValidator } from './json-schema.js';
import { shapeOf } from './shape.js';

/** A schema for a sub-query's answer, and the text that shows it to the sub-model. */
export interface QuerySchema {
  readonly schema: StandardSchema;
  readonly shape: string;
}

/**
 * The longest JSON Schema that code may request, in characters: every prompt of its batch repeats
 * it.
 */
const maxSchemaChars = 16_000;

/** No JSON of so many characters takes more memory: such a schema is refused without writing it as text. */
const maxSchemaBytes = 40 * maxSchemaChars;

/**
 * The schema that code requests: a name among the run's `schemas`, or a JSON Schema; null without
 * one.
 */
export function resolveQuerySchema(
  wanted: string | Readonly<Record<string, unknown>> | undefined,
  schemas: Readonly<Record<string, StandardSchema>> = {},
): QuerySchema | null {
  if (wanted === undefined) return null;
  if (typeof wanted !== 'string') {
    const shape =
      roughBytes(wanted, maxSchemaBytes) > maxSchemaBytes ? undefined : JSON.stringify(wanted);
    if (shape === undefined || shape.length > maxSchemaChars) {
      throw new QueryArgumentError(
        `Expected schema to be at most ${maxSchemaChars} characters of JSON, which every prompt repeats, got ${shape?.length ?? `over ${maxSchemaChars}`}. Ask for less, or check the answer in code.`,
      );
    }
    return { schema: jsonSchemaValidator(wanted), shape };
  }
  const schema = Object.hasOwn(schemas, wanted) ? schemas[wanted] : undefined;
  if (schema !== undefined) return { schema, shape: shapeOf(schema) };
  const known = Object.keys(schemas).join(', ') || 'none';
  throw new QueryArgumentError(
    `no schema is called ${JSON.stringify(headOf(wanted, 100))}; known: ${known}`,
  );
}
