import { readFile } from 'node:fs/promises';

import { NoFileError, readFileBytes } from '../files/read-file.js';
import { UsageError } from '../usage-error.js';
import { listFiles, reasonOf, type ListedFile } from './list-files.js';
import { readStdin } from './read-stdin.js';
import { NoTextError } from './no-text-error.js';
import { readTextBytes } from './read-text-bytes.js';
import type { Totals } from './text-label.js';

/** One file's text, or texts by their names. */
export type TextValue = string | Readonly<Record<string, string>>;

/** A context that was read, and the files that it was read of. */
export interface ReadContext {
  /** Its name, if it has one. */
  readonly context?: string;
  readonly value: TextValue;
  /** By the names in `value`; undefined if it was read from stdin, which cannot be read again. */
  readonly files: readonly ListedFile[] | undefined;
}

/** How text is read. */
export interface ReadTextOptions {
  /** Whether what `.gitignore` leaves out is read too. */
  readonly all?: boolean;
}

/** Reads the places of one context: one file as its text, anything else as texts by their names, sorted. Throws {@link UsageError}. */
export async function readContext(
  paths: readonly string[],
  options: ReadTextOptions,
  totals: Totals,
): Promise<ReadContext> {
  const listed = await Promise.all(
    paths.map(async (path) => ({
      path,
      place: path === '-' ? undefined : await listFiles(path, options),
    })),
  );
  const texts = new Map<string, string>();
  const files = new Map<string, ListedFile>();
  const problems: string[] = [];
  for (const { path, place } of listed) {
    if (place === undefined) {
      texts.set('stdin', await readTextBytes('stdin', await readStdin()));
      continue;
    }
    totals.ignored += place.ignored;
    // With several places, the files of a folder carry its path, so that names stay apart.
    const isApart = place.kind === 'folder' && paths.length > 1;
    const before = isApart ? `${path.replace(/[\\/]+$/, '')}/` : '';
    for (const file of place.files) {
      const name = `${before}${file.name}`;
      // What a person names may be a pipe: `rlm ask "..." <(git log)`.
      const read = place.kind === 'file' ? readNamed : readListed;
      const text = await read(file).catch((error: unknown) => {
        if (!(error instanceof NoTextError)) throw error;
        problems.push(error.message);
        if (error.isBinary) totals.skipped += 1;
        else totals.notes.push(`${error.message}; it is left out`);
      });
      if (text === undefined) continue;
      texts.set(name, text);
      files.set(name, { ...file, name });
    }
  }
  totals.files += texts.size;
  requireSome(paths, texts, problems, totals.ignored);
  const isSingle = paths.length === 1 && (listed[0]?.place?.kind ?? 'file') === 'file';
  const [single = ''] = texts.values();
  return {
    value: isSingle ? single : sortedRecord(texts),
    files: paths.includes('-') ? undefined : [...files.values()],
  };
}

/**
 * Reads a file that was found in a folder, or that a journal names: a regular one. Throws {@link UsageError}, which is a `NoTextError` if
 * there is no text in it.
 */
export const readListed = (file: ListedFile): Promise<string> => readBy(readFileBytes, file);

/** Reads what a person names, whatever it is. Throws the same. */
const readNamed = (file: ListedFile): Promise<string> => readBy(readFile, file);

async function readBy(
  read: (path: string) => Promise<Uint8Array>,
  { path, name }: ListedFile,
): Promise<string> {
  const bytes = await read(path).catch((error: unknown) => {
    const told = `${path} cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`;
    if (error instanceof NoFileError) throw new NoTextError(told, { cause: error, isBinary: true });
    throw new UsageError(told, { cause: error });
  });
  return readTextBytes(name, bytes);
}

function requireSome(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  problems: readonly string[],
  ignored: number,
): void {
  if ([...texts.values()].some((text) => text.trim() !== '')) return;
  const place = paths.join(', ');
  if (texts.size > 0) throw new UsageError(`${place}: the document is empty`);
  const [first] = problems;
  if (first === undefined) {
    const rest = ignored === 0 ? '' : ' that .gitignore does not leave out (--no-ignore)';
    throw new UsageError(`${place}: there is no file in it${rest}`);
  }
  throw new UsageError(
    paths.length === 1 && problems.length === 1 && first.startsWith(place)
      ? first
      : `${place}: there is no text in it (${first}${problems.length > 1 ? ', and others' : ''})`,
  );
}

function sortedRecord(texts: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...texts].sort(([one], [other]) => (one < other ? -1 : 1)));
}
