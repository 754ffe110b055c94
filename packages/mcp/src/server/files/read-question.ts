import { createHash } from 'node:crypto';

import { ContextError } from '@rlm/runner';
import { readFiles, remarksOf, UnreadableError } from '@rlm/runner/node/internal';

import type { McpFile } from '../question.js';
import type { FoundFile, SkippedFile } from './find-files.js';

/** The texts of a question. */
export interface ReadTexts {
  /** The text of one file, else texts by their names. */
  readonly context: string | Readonly<Record<string, string>>;
  readonly contextDescription: string;
  readonly files: readonly McpFile[];
  readonly skipped: readonly SkippedFile[];
  readonly totalChars: number;
}

/** Reads the texts of files that were found. Throws `ContextError` if there is no text, or too much. */
export async function readTexts(
  found: readonly FoundFile[],
  maxBytes: number,
  abortSignal: AbortSignal,
): Promise<ReadTexts> {
  const [first] = found;
  if (first === undefined) throw new ContextError('paths', 'no file is there to be read');
  const byPath = new Map(found.map((file) => [file.path, file]));
  const nameOf = (path: string): string => byPath.get(path)?.name ?? path;
  const read = await readFiles([...byPath.keys()], {
    maxBytes,
    abortSignal,
    toReadAll: 'its own path',
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadableError)) throw error;
    throw new ContextError(error.place, error.reason, error);
  });
  const texts = [...read.texts];
  // A resumed run has the files that had a text, and must get the same context.
  const [[only] = []] = texts.length === 1 ? texts : [];
  const named = texts.map(([path, text]) => [nameOf(path), text] as const).sort(inOrder);
  const guesses = new Map([...read.guesses].map(([path, guess]) => [nameOf(path), guess]));
  const whole =
    only === undefined
      ? `Texts of ${texts.length} files, by their names.`
      : `The text of the file ${nameOf(only)}.`;
  const remarks = remarksOf({ guesses, isSingle: only !== undefined, leftOut: [] });
  return {
    context: only === undefined ? Object.fromEntries(named) : (texts[0]?.[1] ?? ''),
    contextDescription: [whole, ...remarks].join(' '),
    files: texts
      .map(([path, text]) => {
        const guess = read.guesses.get(path);
        const file = { name: nameOf(path), path, sha256: hashOf(text) };
        return guess === undefined ? file : { ...file, guess };
      })
      .sort((one, other) => inOrder([one.name], [other.name])),
    skipped: read.leftOut
      .map(({ place, reason }) => ({ name: nameOf(place), reason }))
      .sort((one, other) => inOrder([one.name], [other.name])),
    totalChars: texts.reduce((sum, [, text]) => sum + text.length, 0),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const inOrder = (
  [one]: readonly [string, ...unknown[]],
  [other]: readonly [string, ...unknown[]],
) => (one < other ? -1 : one > other ? 1 : 0);
