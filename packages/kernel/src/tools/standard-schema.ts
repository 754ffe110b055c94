import { isPromise } from '@rlm/repl-types/internal';
import { rule, type OptionRule } from '@rlm/repl-types/options';

/**
 * The interface of a validator for a tool's input: Standard Schema, version 1, as Zod, Valibot,
 * ArkType and others implement it. Any object of this shape will do.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The interface itself. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The rule for an option that takes a schema. A schema of ArkType is a function. */
export const schemaRule: OptionRule = rule(
  'a Standard Schema (zod, valibot, arktype)',
  (value) =>
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    '~standard' in value &&
    typeof (value as Partial<StandardSchema>)['~standard']?.validate === 'function',
);

/** The result of a validation. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One error in a value. */
export interface StandardIssue {
  /** What is wrong. */
  readonly message: string;
  /** The place of the error, from the outside in. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of a schema's validated values. */
export type SchemaOutput<Schema extends StandardSchema> = NonNullable<
  Schema['~standard']['types']
>['output'];

/**
 * The JSON Schema of a schema that provides one (Standard JSON Schema, as Zod 4.2 and later do), or
 * undefined.
 */
export function jsonSchemaOf(
  schema: StandardSchema,
): Readonly<Record<string, unknown>> | undefined {
  const standard = schema['~standard'] as unknown as {
    readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => unknown };
  };
  try {
    const described = standard.jsonSchema?.input?.({ target: 'draft-07' });
    return !isPromise(described) && typeof described === 'object' && described !== null
      ? (described as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
