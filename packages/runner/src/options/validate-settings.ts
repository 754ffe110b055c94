import type { StandardSchema } from '@rlm/penguin-engine';

import { RlmOptionsError } from '../errors.js';
import { requireAmount, requireMethod } from './require.js';
import type { RlmOptions } from './run-options.js';

/** Checks what is an object of several fields: prices, cache, compaction, schemas. */
export function validateSettings(options: RlmOptions<StandardSchema | undefined>): void {
  const { prices, cache, compaction, schema, schemas = {} } = options;
  if (prices !== undefined) {
    requireAmount('prices.inputPerMillion', prices.inputPerMillion);
    requireAmount('prices.outputPerMillion', prices.outputPerMillion);
  }
  if (cache !== undefined) {
    requireMethod('cache', cache, 'getItem', 'a storage with getItem() and setItem()');
    requireMethod('cache', cache, 'setItem', 'a storage with getItem() and setItem()');
  }
  if (compaction !== undefined && compaction !== false) {
    const { maxChars = 0, keepTurns = 0 } = compaction;
    requireAmount('compaction.maxChars', maxChars);
    requireAmount('compaction.keepTurns', keepTurns);
  }
  if (schema !== undefined) requireSchema('schema', schema);
  for (const [name, each] of Object.entries(schemas)) requireSchema(`schemas.${name}`, each);
}

function requireSchema(option: string, schema: unknown): void {
  // A schema of arktype is a function.
  const has = (typeof schema === 'object' || typeof schema === 'function') && schema !== null;
  if (has && '~standard' in schema) return;
  throw new RlmOptionsError(option, 'a Standard Schema (zod, valibot, arktype)', schema);
}
