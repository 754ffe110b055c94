import { renderIssues } from '@rlm/kernel/internal';
import { createBoundedWork, stepsOfText, type BoundedWork } from '@rlm/repl-types/internal';

import { QueryError } from '../query-errors.js';
import { readJsonReply } from './read-json.js';
import type { QuerySchema } from './query-schema.js';
import { validateEach } from './validate-each.js';

/** How often a sub-model is asked for an answer that fits: the second time with what was wrong. */
const attempts = 2;

/**
 * Asks for JSON that fits a schema, and asks again with the issues if it does not fit. Returns what
 * the schema makes of it.
 *
 * @param busy Waits for the schema, which may be a caller's code.
 */
export async function askTyped(
  ask: (prompt: string) => Promise<string>,
  prompt: string,
  querySchema: QuerySchema,
  busy: <T>(work: Promise<T>) => Promise<T>,
): Promise<unknown> {
  const { shape } = querySchema;
  const wanted = `Answer with JSON only${shape === '' ? '' : `, of this JSON Schema: ${shape}`}`;
  let issues = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const again = issues === '' ? '' : `\nAn earlier answer was refused: ${issues}`;
    const text = await ask(`${prompt}\n\n${wanted}${again}`);
    const read = await busy(readTyped(text, querySchema));
    if ('value' in read) return read.value;
    ({ issues } = read);
  }
  throw new QueryError(
    `the answer did not fit its schema after ${String(attempts)} attempts: ${issues}`,
  );
}

/**
 * What a schema makes of an answer's text, or why it does not fit. Of several values in the text, the one that fits
 * counts.
 */
export async function readTyped(
  text: string,
  { schema }: QuerySchema,
): Promise<{ readonly value: unknown } | { readonly issues: string }> {
  const work = createBoundedWork();
  let issues = '';
  for (const found of await readJsonReply(text, work)) {
    const fitting: { readonly from: unknown; readonly value: unknown }[] = [];
    await work.turn();
    const values = found.map(({ value }) => value);
    for await (const { value, checked } of validateEach(schema, values)) {
      if (checked.issues !== undefined) issues ||= renderIssues(checked.issues);
      else fitting.push({ from: value, value: checked.value });
    }
    const [fits, ...others] = fitting;
    if (fits === undefined) continue;
    if (await areSame(fits.from, others, work)) return { value: fits.value };
    return { issues: 'it has several JSON values that fit' };
  }
  return { issues: issues || 'it is not JSON' };
}

/** Whether all others are the same JSON as the first one. */
async function areSame(
  first: unknown,
  others: readonly { readonly from: unknown }[],
  work: BoundedWork,
): Promise<boolean> {
  if (others.length === 0) return true;
  const json = JSON.stringify(first);
  const steps = stepsOfText(json.length);
  for await (const { from } of work.eachInTurns(others, () => steps)) {
    if (JSON.stringify(from) !== json) return false;
  }
  return true;
}
