import type { SchemaOutput as OutputOf, StandardSchema } from '@rlm/penguin-engine';

/** The type of the answers that a run with this schema gives: `unknown` where it has none. */
export type SchemaOutput<Schema> = Schema extends StandardSchema ? OutputOf<Schema> : unknown;
