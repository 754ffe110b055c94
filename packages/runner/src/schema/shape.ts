import type { StandardSchema } from '@rlm/kernel';
import { jsonSchemaOf } from '@rlm/kernel/internal';

/**
 * What a schema asks for, as JSON Schema text if its library provides that, else the empty text. A
 * schema with a transformation, for example, has no JSON Schema: then its issues must do.
 */
export function shapeOf(schema: StandardSchema): string {
  const shape = jsonSchemaOf(schema);
  return shape === undefined ? '' : JSON.stringify(shape);
}
