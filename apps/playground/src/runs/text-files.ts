import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve } from 'node:path';

import { readListed, UnreadableError, type ListedFile } from '@rlm/files';
import { isLongText } from '@rlm/sandbox/internal';

import { joinContexts, type ReadText } from '../read-text.js';
import { readLargeFile, type AnyText, type ReadContext } from '../texts/read-context.js';
import { readTextArguments } from '../texts/text-argument.js';
import { labelOf } from '../texts/text-label.js';
import { UsageError } from '../usage-error.js';

/** A file of the text that a question is asked about; its contents are not kept. */
interface TextFile extends ListedFile {
  /** Of its text, to tell later whether it has changed. */
  readonly sha256: string;
  /** What was guessed of its encoding. */
  readonly guess?: string | undefined;
}

/** The files of a context, and whether its text is that of one file. */
export interface ContextFiles {
  readonly isSingle: boolean;
  readonly files: readonly TextFile[];
}

/** The files of a text: of one context, or of several by their names. */
export type TextFiles =
  | ContextFiles
  | { readonly contexts: Readonly<Record<string, ContextFiles>> };

/** Tells whether a text has changed. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is needed to read a text again; undefined if part of it came from stdin, which cannot be read again. */
export function textFilesOf(parts: readonly ReadContext<AnyText>[]): TextFiles | undefined {
  const contexts: [name: string | undefined, files: ContextFiles][] = [];
  for (const { context, value, files, guesses } of parts) {
    if (files === undefined) return undefined;
    const sha256Of = (name: string): string => {
      if (isLongText(value)) return value.sha256;
      return hashOf(typeof value === 'string' ? value : (value[name] ?? ''));
    };
    const hashed = files.map((file) => {
      const guess = guesses.get(file.name);
      const hashed = { ...file, sha256: sha256Of(file.name) };
      return guess === undefined ? hashed : { ...hashed, guess };
    });
    const isSingle = typeof value === 'string' || isLongText(value);
    contexts.push([context, { isSingle, files: hashed }]);
  }
  const [[name, only] = []] = contexts;
  if (name === undefined) return only;
  return { contexts: Object.fromEntries(contexts) as Readonly<Record<string, ContextFiles>> };
}

/** Reads a text again. Throws {@link UsageError} where a file of it is gone, or has another text now. */
export async function readTextAgain(text: TextFiles): Promise<ReadText> {
  const named: readonly (readonly [string | undefined, ContextFiles])[] =
    'contexts' in text ? Object.entries(text.contexts) : [[undefined, text]];
  const changed: string[] = [];
  const parts: Pick<ReadContext, 'context' | 'value' | 'guesses'>[] = [];
  for (const [context, { isSingle, files }] of named) {
    const texts: [name: string, text: string][] = [];
    for (const file of files) {
      const read = await readFileAgain(file);
      if (hashOf(read) !== file.sha256) changed.push(file.path);
      texts.push([file.name, read]);
    }
    const value = isSingle ? (texts[0]?.[1] ?? '') : Object.fromEntries(texts);
    const guesses = new Map(
      files.flatMap(({ name, guess }) => (guess === undefined ? [] : [[name, guess] as const])),
    );
    parts.push(context === undefined ? { value, guesses } : { context, value, guesses });
  }
  if (changed.length > 0) throw haveChanged(changed);
  const count = named.reduce((sum, [, { files }]) => sum + files.length, 0);
  return { ...joinContexts(parts), label: labelOf(count) };
}

/** As {@link readTextAgain}, but one large file stays open instead of being read into memory. */
export async function openTextAgain(text: TextFiles): Promise<ReadText<AnyText>> {
  const [file, ...more] = 'contexts' in text || !text.isSingle ? [] : text.files;
  const totals = { files: 0, bytes: 0, skipped: 0, ignored: 0, notes: [] };
  const part =
    file === undefined || more.length > 0 ? undefined : await readLargeFile([file.path], totals);
  if (file === undefined || part === undefined) return readTextAgain(text);
  const { value } = part;
  if (value.sha256 !== file.sha256) throw haveChanged([file.path]);
  return { value, characters: value.units, label: labelOf(1) };
}

function haveChanged(paths: readonly string[]): UsageError {
  return new UsageError(
    `the run was asked about another text: ${paths.join(', ')} changed since. Restore the files, or ask again (a fork needs the same text too)`,
  );
}

function readFileAgain(file: TextFile): Promise<string> {
  return readListed(file).catch((error: unknown) => {
    if (!(error instanceof UnreadableError)) throw error;
    const told = `the run was asked about a text that is gone: ${file.path}: ${error.reason}`;
    throw new UsageError(told, { cause: error });
  });
}

/** Throws {@link UsageError} if the place of an option lies in the text: it would be part of what is asked about. */
export function requireOutside(
  option: '--runs' | '--output',
  place: string,
  paths: readonly string[],
): void {
  const inside = readTextArguments(paths).find(({ path }) => {
    const way = relative(resolve(path), resolve(place));
    return !way.startsWith('..') && !isAbsolute(way);
  });
  if (inside === undefined) return;
  throw new UsageError(
    `${option} needs a ${option === '--runs' ? 'folder' : 'file'} outside of the text: ${place} lies in ${inside.path} and would be asked about too`,
  );
}
