import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { putOwnFile } from '../files/own-file.js';
import { joinContexts, type ReadText } from '../read-text.js';
import { hashOf, textFilesOf, type TextFiles } from '../runs/text-files.js';
import type { TryQuestion } from './task.js';

/** Texts with the names of their variables; a single one has no name. */
const textsIn = (
  context: TryQuestion['context'],
): readonly (readonly [string | undefined, string])[] =>
  typeof context === 'string' ? [[undefined, context]] : Object.entries(context);

/** The text of a question as `rlm ask` has one. */
export function textOf({ context }: TryQuestion): ReadText {
  const parts = textsIn(context).map(([name, value]) => ({
    context: name,
    value,
    guesses: new Map(),
  }));
  return { ...joinContexts(parts), label: 'a text of rlm try' };
}

/**
 * Writes the text of a question beside the runs, for its owner alone: there `rlm show` and `rlm resume` read it again. The name of a
 * file has digits of its contents, so that another seed or version leaves it as it is.
 */
export async function keepText(
  task: string,
  { context }: TryQuestion,
  runs: string,
): Promise<TextFiles | undefined> {
  const folder = resolve(runs, 'try');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const parts = textsIn(context).map(([variable, value]) => {
    const name = `${[task, variable, hashOf(value).slice(0, 8)].filter(Boolean).join('-')}.txt`;
    const files = [{ name, path: join(folder, name) }];
    return { context: variable, value, files, guesses: new Map() };
  });
  for (const { value, files } of parts) {
    for (const { path } of files) await putOwnFile(path, value);
  }
  return textFilesOf(parts);
}
