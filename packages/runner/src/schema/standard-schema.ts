/** What went wrong with a value, and where in it. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema says about a value: the value it stands for, or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/**
 * A schema of any library that follows Standard Schema (zod, valibot, arktype), by its shape alone.
 * Where the library can also give a JSON Schema (`jsonSchema`), the model is shown it.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input?: (options: { readonly target: 'draft-07' }) => Record<string, unknown>;
    };
  };
}

/** The type of the values that a schema yields. */
export type SchemaOutput<Schema> = Schema extends StandardSchema<infer Output> ? Output : unknown;
