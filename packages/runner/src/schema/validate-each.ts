import type { StandardResult, StandardSchema } from '@rlm/kernel';
import { awaitHook, createBoundedWork } from '@rlm/repl-types/internal';

import { maxValidationSteps } from './json-schema.js';

/**
 * Asks a schema about one value after another, and lets go of the thread in between: any of them may take as much work as
 * a validation may.
 */
export async function* validateEach(
  schema: StandardSchema,
  values: readonly unknown[],
): AsyncGenerator<{ readonly value: unknown; readonly checked: StandardResult<unknown> }> {
  const work = createBoundedWork();
  for await (const value of work.eachInTurns(values, () => maxValidationSteps)) {
    yield { value, checked: await awaitHook(() => schema['~standard'].validate(value)) };
  }
}
