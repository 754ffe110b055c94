import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { joinContexts, type ReadText } from '../../read-text.js';
import { hashOf, type TextFiles } from '../../runs/text-files.js';
import { ProblemError } from '../http/problem.js';
import { labelOf } from '../../texts/text-label.js';

/** A document that is asked about. */
export interface Document {
  readonly name: string;
  readonly text: string;
  /** What was guessed of its encoding. */
  readonly guess?: string | undefined;
  /** The file that has this text; absent without one. */
  readonly path?: string;
}

/** Documents by names that tell them apart. */
function named(documents: readonly Document[]): readonly Document[] {
  const taken = new Set<string>();
  /** By name: the number that the next one gets. Without it, many of one name would take for ever. */
  const counts = new Map<string, number>();
  return documents.map((document) => {
    let { name } = document;
    let count = counts.get(name) ?? 2;
    for (; taken.has(name); count += 1) name = `${document.name} (${count})`;
    counts.set(document.name, count);
    taken.add(name);
    return { ...document, name };
  });
}

/** What a run is asked about: the text of one document, or several by their names. */
export function textOf(documents: readonly Document[]): ReadText {
  const [first] = documents;
  const value =
    documents.length === 1 && first !== undefined
      ? first.text
      : Object.fromEntries(named(documents).map(({ name, text }) => [name, text]));
  const guesses = new Map(
    named(documents).flatMap(({ name, guess }) => (guess === undefined ? [] : [[name, guess]])),
  );
  return { ...joinContexts([{ value, guesses }]), label: labelOf(documents.length) };
}

/** What is needed to read the documents again. Those without a file get one in the folder of the runs. */
export async function keepDocuments(
  documents: readonly Document[],
  runs: string,
): Promise<TextFiles> {
  const folder = resolve(runs, 'texts');
  const files = named(documents).map(({ name, text, path, guess }) => {
    const sha256 = hashOf(text);
    return {
      name,
      text,
      sha256,
      guess,
      path: path ?? join(folder, `${sha256}.txt`),
      isKept: path !== undefined,
    };
  });
  for (const { text, path, isKept } of files) {
    if (isKept) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await lstat(folder)).isDirectory()) {
      throw new ProblemError('conflict', `${folder} is a link, which is not followed: remove it`);
    }
    const part = `${path}.${randomBytes(4).toString('hex')}.part`;
    await writeFile(part, text, { mode: 0o600 });
    await rename(part, path);
  }
  return {
    isSingle: files.length === 1,
    files: files.map(({ text: _text, isKept: _isKept, ...file }) => file),
  };
}
