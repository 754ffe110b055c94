import { createHash } from 'node:crypto';

import { ContextError } from '@rlm/runner';
import { readFiles, UnreadableError } from '@rlm/files';

import { McpError } from '../../errors.js';
import type { McpFile } from '../question.js';
import type { FoundFile, SkippedFile } from './find-files.js';
import { isAllowed, type Roots } from './roots.js';

/** The texts of a question. */
export interface ReadTexts {
  /** The text of one file, else texts by their names. */
  readonly context: string | Readonly<Record<string, string>>;
  readonly contextDescription: string;
  readonly files: readonly McpFile[];
  readonly skipped: readonly SkippedFile[];
  readonly totalChars: number;
}

/**
 * Reads the texts of files that were found. Each is opened once, and must lie in an allowed folder then, wherever it was when it was
 * found.
 *
 * @throws McpError `path_not_allowed` for one that does not
 * @throws ContextError If there is no text, or too much
 */
export async function readTexts(
  found: readonly FoundFile[],
  roots: Roots,
  maxBytes: number,
  abortSignal: AbortSignal,
): Promise<ReadTexts> {
  if (found.length === 0) throw new ContextError('paths', 'no file is there to be read');
  const byPath = new Map(found.map((file) => [file.path, file]));
  const nameOf = (path: string): string => byPath.get(path)?.name ?? path;
  const permit = (place: string): void => {
    if (!isAllowed(place, roots)) throw leadsOut();
  };
  const read = await readFiles([...byPath.keys()], {
    ...{ maxBytes, abortSignal, permit },
    toReadAll: 'its own path',
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadableError)) throw error;
    if (McpError.isInstance(error.cause)) throw error.cause;
    throw new ContextError(nameOf(error.place), error.reason, error);
  });
  const texts = [...read.texts].map(([path, text]) => {
    const file = byPath.get(path);
    // A folder, in place of a file.
    if (file === undefined) throw leadsOut();
    return { ...file, text, sha256: hashOf(text) };
  });
  texts.sort((one, other) => (one.name < other.name ? -1 : 1));
  // A resumed run has the files that had a text, and must get the same context.
  const [only] = texts.length === 1 ? texts : [];
  return {
    context: only?.text ?? Object.fromEntries(texts.map(({ name, text }) => [name, text])),
    contextDescription:
      only === undefined
        ? `Texts of ${texts.length} files, by their names.`
        : `The text of the file ${only.name}.`,
    files: texts.map(({ name, path, sha256 }) => ({ name, path, sha256 })),
    skipped: read.leftOut.map(({ place, reason }) => ({ name: nameOf(place), reason })),
    totalChars: texts.reduce((sum, { text }) => sum + text.length, 0),
  };
}

const leadsOut = (): McpError =>
  new McpError(
    'path_not_allowed',
    'A file led out of the allowed folders when it was opened: it was exchanged meanwhile. Ask again.',
  );

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
