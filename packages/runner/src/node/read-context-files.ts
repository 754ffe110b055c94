import { checkOptions, fields, listOf, required, someText } from '@rlm/repl-types/options';
import { abortSignal, checkOption, decodeText, refuseOption } from '@rlm/repl-types/internal';
import { readFile } from 'node:fs/promises';

import { ContextError } from '../errors.js';
import { listFiles, reasonOf, type ListedFile } from './list-files.js';

/** What {@link readContextFiles} read. */
export interface ContextFiles {
  /** One file's text; for a folder or several paths an object of name and text, sorted by name. */
  readonly context: string | Readonly<Record<string, string>>;
  /** A sentence for the model: what the variable holds. */
  readonly description: string;
  /** The names of the files that were read, sorted. */
  readonly files: readonly string[];
  /** The names of the files that were left out because they are binary, sorted. */
  readonly skipped: readonly string[];
  /** Characters (UTF-16 units) of all texts together. */
  readonly totalChars: number;
}

/** How files are read. */
export interface ReadContextFilesOptions {
  readonly abortSignal?: AbortSignal;
}

/**
 * Reads files and folders as a context: one file as its text, a folder or several paths as an object
 * `{ name: text }`, sorted. Binary files are left out and counted; `.git`, `node_modules` and `.rlm` (the
 * journals of the command `rlm`) are not looked into.
 *
 * Throws `ContextError` for a path that is missing or unreadable, and where no text is left.
 */
export async function readContextFiles(
  paths: string | readonly string[],
  options: ReadContextFilesOptions = {},
): Promise<ContextFiles> {
  const list = typeof paths === 'string' ? [paths] : paths;
  checkOption('paths', list, required(listOf(someText, 1)), refuseOption);
  checkOptions(options, fields<ReadContextFilesOptions>({ abortSignal }), refuseOption);
  const listed = await Promise.all(list.map((path) => listFiles(path)));
  const single = list.length === 1 && listed[0]?.folder === false;
  const files = nameFiles(list, listed);
  const texts = new Map<string, string>();
  const skipped: string[] = [];
  for (const { path, name } of files) {
    const bytes = await readBytes(path, options).catch((error: unknown) => {
      options.abortSignal?.throwIfAborted();
      throw new ContextError(path, reasonOf(error), error);
    });
    const text = decodeText(bytes);
    if (text === null) skipped.push(name);
    else texts.set(name, text);
  }
  const place = list.join(', ');
  if (texts.size === 0) {
    const why =
      skipped.length === 0 ? 'there is no file in it' : 'there is no text in it, only binary data';
    throw new ContextError(place, why);
  }
  const names = [...texts.keys()];
  const [first = ''] = texts.values();
  return {
    context: single ? first : Object.fromEntries(texts),
    description: single
      ? `The text of the file ${names[0] ?? ''}.`
      : `${String(names.length)} files: each name with its text.`,
    files: names,
    skipped,
    totalChars: [...texts.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

const readBytes = (
  path: string,
  { abortSignal: signal }: ReadContextFilesOptions,
): Promise<Buffer> => readFile(path, signal === undefined ? {} : { signal });

/** With several paths, the files of a folder carry its path, so that names stay apart. */
function nameFiles(
  paths: readonly string[],
  listed: readonly { readonly folder: boolean; readonly files: readonly ListedFile[] }[],
): readonly ListedFile[] {
  const named = listed.flatMap(({ folder, files }, index) => {
    const prefix =
      folder && paths.length > 1 ? `${(paths[index] ?? '').replace(/[\\/]+$/, '')}/` : '';
    return files.map(({ path, name }) => ({ path, name: prefix + name }));
  });
  const unique = new Map(named.map((file) => [file.name, file]));
  return [...unique.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}
