import { renderIssues } from '@rlm/penguin-engine';

import { QueryError } from '../errors.js';
import { readJson } from './read-json.js';
import type { QuerySchema } from './query-schema.js';

/** How often a sub-model is asked for an answer of the right shape. */
const attempts = 3;

/** Asks for JSON of a schema's shape, and asks again with the issues when it does not fit. */
export async function askTyped(
  ask: (prompt: string) => Promise<string>,
  prompt: string,
  { schema, shape }: QuerySchema,
): Promise<unknown> {
  const wanted = `Answer with JSON only${shape === '' ? '' : `, of this JSON Schema: ${shape}`}`;
  let issues = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const again = issues === '' ? '' : `\nAn earlier answer was refused: ${issues}`;
    const text = await ask(`${prompt}\n\n${wanted}${again}`);
    const json = readJson(text);
    if (json === undefined) {
      issues = 'it is not JSON';
      continue;
    }
    const checked = await schema['~standard'].validate(json.value);
    if (checked.issues === undefined) return checked.value;
    issues = renderIssues(checked.issues);
  }
  throw new QueryError(
    `the answer did not fit its schema after ${String(attempts)} attempts: ${issues}`,
  );
}
