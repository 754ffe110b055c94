import type { StandardSchema } from '@rlm/kernel';
import { jsonSchemaOf } from '@rlm/kernel/internal';

/**
 * What a schema asks for, as JSON Schema text where its library can tell; else the empty text. A schema with a transformation, say,
 * has no JSON Schema: its issues must do.
 */
export function shapeOf(schema: StandardSchema): string {
  const shape = jsonSchemaOf(schema);
  return shape === undefined ? '' : JSON.stringify(shape);
}
