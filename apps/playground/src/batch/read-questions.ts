import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { reasonOf } from '@rlm/runner/node/internal';

import { UsageError } from '../usage-error.js';

/** A question of a batch. Its id is that of its run. */
export interface BatchQuestion {
  readonly id: string;
  readonly query: string;
}

const idDigits = 16;
const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const form = 'a text, or {"id": "...", "query": "..."}';

/**
 * Reads a file with a question in each line: a JSON text, or `{ id?, query }`. An id that is not given is made of the question and of
 * `about`, what it is asked about. Throws {@link UsageError}, with the number of the line.
 */
export async function readQuestions(file: string, about: string): Promise<BatchQuestion[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new UsageError(`${file} cannot be read: ${reason}`, { cause: error });
  });
  const lines = new Map<string, number>();
  const questions: BatchQuestion[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    const place = `${file}, line ${index + 1}`;
    const { id: given, query } = questionIn(line, place);
    const id = given ?? idOf(lines, query, about);
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      throw new UsageError(`${place}: the id ${id} is that of line ${earlier} already`);
    }
    lines.set(id, index + 1);
    questions.push({ id, query });
  }
  if (questions.length === 0) {
    throw new UsageError(`${file} has no questions: each line is ${form}`);
  }
  return questions;
}

function questionIn(line: string, place: string): { readonly id?: string; readonly query: string } {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    throw new UsageError(`${place} is not JSON: each line is ${form}`, { cause: error });
  }
  const question = typeof given === 'string' ? { query: given } : (given ?? {});
  const unknown = Object.keys(question).find((name) => name !== 'id' && name !== 'query');
  if (Array.isArray(given) || unknown !== undefined) {
    const found = Array.isArray(given) ? 'a list' : `a member ${JSON.stringify(unknown)}`;
    throw new UsageError(`${place} has ${found}: each line is ${form}`);
  }
  const { id, query } = question as { readonly id?: unknown; readonly query?: unknown };
  if (typeof query !== 'string' || query.trim() === '') {
    throw new UsageError(`${place} has no question: each line is ${form}`);
  }
  if (id === undefined) return { query };
  if (typeof id === 'string' && idForm.test(id)) return { id, query };
  throw new UsageError(
    `${place}: an id has letters, digits, ".", "_" and "-", begins with a letter or digit, and has 128 characters at most; not ${JSON.stringify(id)}`,
  );
}

/** The same for the same question about the same texts, so that a job that is started again finds its runs. */
function idOf(taken: ReadonlyMap<string, number>, query: string, about: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([query, about]))
    .digest('hex');
  const digits = hash.slice(0, idDigits);
  for (let seen = 1; ; seen += 1) {
    const id = seen === 1 ? digits : `${digits}-${seen}`;
    if (!taken.has(id)) return id;
  }
}
