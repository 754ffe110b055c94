import type { StandardSchema } from './standard-schema.js';

/** What a schema asks for, as JSON Schema text where its library can tell; else the empty text. */
export function shapeOf(schema: StandardSchema): string {
  try {
    const shape = schema['~standard'].jsonSchema?.input?.({ target: 'draft-07' });
    return shape === undefined ? '' : JSON.stringify(shape);
  } catch {
    // A schema with a transformation, say, has no JSON Schema: its issues must do.
    return '';
  }
}
