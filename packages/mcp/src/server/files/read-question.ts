import { createHash } from 'node:crypto';

import { ContextError } from '@rlm/runner';
import { readContextFiles } from '@rlm/runner/node';

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
  const read = await readContextFiles([...byPath.keys()], { maxBytes, abortSignal });
  const texts =
    typeof read.context === 'string'
      ? [[first.path, read.context] as const]
      : Object.entries(read.context);
  // A resumed run has the files that had a text, and must get the same context.
  const [[only] = []] = texts.length === 1 ? texts : [];
  const named = texts.map(([path, text]) => [nameOf(path), text] as const).sort(inOrder);
  return {
    context: only === undefined ? Object.fromEntries(named) : (texts[0]?.[1] ?? ''),
    contextDescription:
      only === undefined
        ? `Texts of ${texts.length} files, by their names.`
        : `The text of the file ${nameOf(only)}.`,
    files: texts
      .map(([path, text]) => ({ name: nameOf(path), path, sha256: hashOf(text) }))
      .sort((one, other) => inOrder([one.name], [other.name])),
    skipped: read.skipped.map(({ name, reason }) => ({ name: nameOf(name), reason })),
    totalChars: read.totalChars,
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const inOrder = (
  [one]: readonly [string, ...unknown[]],
  [other]: readonly [string, ...unknown[]],
) => (one < other ? -1 : one > other ? 1 : 0);
