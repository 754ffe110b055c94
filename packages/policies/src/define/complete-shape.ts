import { InvalidOptionError } from '@rlm/repl-types';
import { checkOptions, fields, required } from '@rlm/repl-types/options';
import { definedFields } from '@rlm/repl-types/internal';

import { ruleOfDefault } from './rule-of-default.js';

/** Some of the fields of a shape; an undefined field counts as absent. */
export type ShapeInit<Shape> = { readonly [Field in keyof Shape]?: Shape[Field] | undefined };

/**
 * Fills absent fields from `defaults`, and freezes the result. Throws `InvalidOptionError` for an unknown field, with
 * the nearest known one, and for a value whose type differs from the default's.
 */
export function completeShape<Shape extends object>(
  name: string,
  defaults: Shape,
  init: ShapeInit<Shape>,
): Shape {
  const rules = Object.fromEntries(
    Object.entries(defaults).map(([field, value]) => [field, ruleOfDefault(value)]),
  );
  checkOptions(init, required(fields(rules)), (fault) => new InvalidOptionError(fault, name));
  return Object.freeze({ ...defaults, ...definedFields(init) });
}
