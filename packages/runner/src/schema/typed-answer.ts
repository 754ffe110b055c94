import { awaitHook } from '@rlm/repl-types/internal';
import { renderIssues } from '@rlm/kernel/late/internal';

import { QueryError } from '../query-errors.js';
import { readJsonReply } from './read-json.js';
import type { QuerySchema } from './query-schema.js';

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
  let issues = '';
  for (const found of readJsonReply(text)) {
    const fitting: { readonly json: string; readonly value: unknown }[] = [];
    for (const { value } of found.slice(0, maxValues)) {
      const checked = await awaitHook(() => schema['~standard'].validate(value));
      if (checked.issues !== undefined) issues ||= renderIssues(checked.issues);
      else fitting.push({ json: JSON.stringify(value), value: checked.value });
    }
    const [fits] = fitting;
    if (fits === undefined) continue;
    if (fitting.every(({ json }) => json === fits.json)) return { value: fits.value };
    return { issues: 'it has several JSON values that fit' };
  }
  return { issues: issues || 'it is not JSON' };
}

/** How many values in the prose around an answer are tried. */
const maxValues = 20;
