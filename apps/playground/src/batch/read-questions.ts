import { createHash } from 'node:crypto';

import { readFileBytes, reasonOf, TooManyBytesError } from '@rlm/files';

import { UsageError } from '../usage-error.js';

/** A question of a batch. Its id is that of its run. */
export interface BatchQuestion {
  readonly id: string;
  readonly query: string;
}

const idDigits = 16;
/** What a file of questions may have: more is a mistake, or meant to fill the memory. */
const maxBytes = 64 * 2 ** 20;
const maxQuestions = 100_000;
const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const form = 'a text, or {"id": "...", "query": "..."}';

/**
 * Reads a file with a question in each line: a JSON text, or `{ id?, query }`. An id that is not given is made of the question and of
 * `about`, what it is asked about. Throws {@link UsageError}, with the number of the line.
 */
export async function readQuestions(file: string, about: string): Promise<BatchQuestion[]> {
  const text = await readWhole(file);
  const lines = new Map<string, number>();
  const copies = new Map<string, number>();
  const questions: BatchQuestion[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `${file}, line ${index + 1}`;
    const { id: given, query } = questionIn(line, place);
    const id = given ?? idOf(lines, copies, query, about);
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      throw new UsageError(`${place}: the id ${id} is that of line ${earlier} already`);
    }
    if (lines.size === maxQuestions) {
      throw new UsageError(
        `${file} has more than ${maxQuestions} questions: split it, and start a job for each part`,
      );
    }
    lines.set(id, index + 1);
    questions.push({ id, query });
  }
  if (questions.length === 0) {
    throw new UsageError(`${file} has no questions: each line is ${form}`);
  }
  return questions;
}

/** The text of a regular file. A pipe, which may never begin, is not opened. */
async function readWhole(file: string): Promise<string> {
  try {
    const bytes = await readFileBytes(file, { maxBytes });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const reason =
      error instanceof TooManyBytesError
        ? `it has more than ${maxBytes / 2 ** 20} MB. Split it, and start a job for each part`
        : error instanceof TypeError
          ? 'it is not UTF-8 text'
          : reasonOf(error);
    throw new UsageError(`${file} cannot be read: ${reason}`, { cause: error });
  }
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
    const found = Array.isArray(given) ? 'a list' : `a member ${shown(unknown)}`;
    throw new UsageError(`${place} has ${found}: each line is ${form}`);
  }
  const { id, query } = question as { readonly id?: unknown; readonly query?: unknown };
  if (typeof query !== 'string' || query.trim() === '') {
    throw new UsageError(`${place} has no question: each line is ${form}`);
  }
  if (id === undefined) return { query };
  if (typeof id === 'string' && idForm.test(id)) return { id, query };
  throw new UsageError(
    `${place}: an id has letters, digits, ".", "_" and "-", begins with a letter or digit, and has 128 characters at most; not ${shown(id)}`,
  );
}

/** The beginning of a value, which may be as long as the file. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 140 ? `${text.slice(0, 140)} ...` : text;
}

/** The same for the same question about the same texts, so that a job that is started again finds its runs. */
function idOf(
  taken: ReadonlyMap<string, number>,
  copies: Map<string, number>,
  query: string,
  about: string,
): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([query, about]))
    .digest('hex');
  const digits = hash.slice(0, idDigits);
  // Counted, since thousands of the same question would be looked for from the first on each time.
  for (let seen = (copies.get(digits) ?? 0) + 1; ; seen += 1) {
    const id = seen === 1 ? digits : `${digits}-${seen}`;
    if (taken.has(id)) continue;
    copies.set(digits, seen);
    return id;
  }
}
