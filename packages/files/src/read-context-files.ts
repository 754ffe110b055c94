import { ContextError } from '@rlm/repl-types';
import {
  checkOptions,
  fields,
  listOf,
  required,
  rule,
  someText,
  trueOrFalse,
  wholeNumber,
} from '@rlm/repl-types/options';
import { abortSignal, anyOf, checkOption, refuseOption } from '@rlm/repl-types/internal';
import type { Diagnostic } from '@rlm/kernel';
import { fileURLToPath } from 'node:url';

import { encodingNamed } from './decode-text.js';
import { readFiles, type FilesRead } from './read-files.js';
import { noticesOf } from './notices-of.js';
import { UnreadableError } from './unreadable-error.js';

/** A file that {@link readContextFiles} left out. */
export interface SkippedFile {
  readonly name: string;
  /** Why: it is binary, a scan without text, damaged, needs a password, or a package that is not installed. */
  readonly reason: string;
}

/**
 * What {@link readContextFiles} read. Only `context`, `contextDescription` and `diagnostics` are enumerable, and the last one only if
 * there are any: `runRlm({ ...files, model, sandbox, query })` gets these options, and nothing else.
 */
export interface ContextFiles {
  /** One file's text; for a folder, a glob or several paths an object of name and text, sorted by name. */
  readonly context: string | Readonly<Record<string, string>>;
  /** A sentence for the model: what the variable holds. */
  readonly contextDescription: string;
  /** `encoding_guessed` for each file that is no UTF-8 throughout: a run that is given them has them in its result. */
  readonly diagnostics: readonly Diagnostic[];
  /** The names of the files that were read, sorted. */
  readonly files: readonly string[];
  /** The files that were left out because there is no text in them, sorted. */
  readonly skipped: readonly SkippedFile[];
  /** How many files `.gitignore` left out. */
  readonly ignored: number;
  /** Characters (UTF-16 units) of all texts together. */
  readonly totalChars: number;
}

function toContextFiles({ texts, guesses, isSingle, leftOut, ignored }: FilesRead): ContextFiles {
  const sorted = [...texts].sort(([one], [other]) => inOrder(one, other));
  const [[name, text] = ['', '']] = sorted;
  const skipped = leftOut
    .map(({ place, reason }) => ({ name: place, reason }))
    .sort((one, other) => inOrder(one.name, other.name));
  const whole = isSingle
    ? `The text of the file ${name}.`
    : `Texts of ${String(texts.size)} ${texts.size === 1 ? 'file' : 'files'}, by their names.`;
  const diagnostics = [...guesses].map(([file, guess]) => ({
    code: 'encoding_guessed',
    message: `${file} was ${guess}`,
  }));
  const options: Pick<ContextFiles, 'context' | 'contextDescription'> = {
    context: isSingle ? text : Object.fromEntries(sorted),
    contextDescription: [whole, ...noticesOf({ guesses, isSingle, leftOut })].join(' '),
  };
  return Object.defineProperties(options, {
    diagnostics: { value: diagnostics, enumerable: diagnostics.length > 0 },
    files: { value: sorted.map(([each]) => each) },
    skipped: { value: skipped },
    ignored: { value: ignored },
    totalChars: { value: sorted.reduce((sum, [, each]) => sum + each.length, 0) },
  }) as ContextFiles;
}

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** How files are read. */
export interface ReadContextFilesOptions {
  /**
   * Only files that one of these globs names (`'*.md'`, `'notes/**'`), below a folder or in a glob. A glob without a slash
   * holds in every folder. Default: every file.
   */
  readonly include?: string | readonly string[] | undefined;
  /** No files that one of these globs names, by the same rules; the name of a folder names all that is in it. */
  readonly exclude?: string | readonly string[] | undefined;
  /** Whether files that `.gitignore` leaves out are left out. A file that is named itself is read. Default true. */
  readonly gitignore?: boolean | undefined;
  /** The most bytes that are read, of all files together, with the texts of documents. Default 268,435,456 (256 MiB). */
  readonly maxBytes?: number | undefined;
  /**
   * The encoding of texts without a byte order mark: a name that `TextDecoder` knows, or `utf-32le`, `utf-32be`. Default: UTF-8 if
   * nearly all of a text is, else Windows-1252.
   */
  readonly encoding?: string | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

const globs = anyOf(someText, listOf(someText));

const encodingRule = rule(
  "the name of an encoding, such as 'utf-16le' or 'shift_jis'",
  (value) => typeof value === 'string' && encodingNamed(value) !== undefined,
);

const listed = (value: string | readonly string[] | undefined): readonly string[] | undefined =>
  typeof value === 'string' ? [value] : value;

/**
 * Reads files, folders and globs as a context: one file as its text, anything else as an object `{ name: text }`, sorted.
 *
 * - Below a folder, `.git` and `node_modules` are not looked into, and links
 *   are not followed.
 * - A PDF is read with the package `unpdf`, its pages set apart by form feeds; a DOCX with `mammoth`. Both are optional
 *   peers: install what you need.
 * - A file without text (binary data, a scan, a damaged document) is left out, and listed in `skipped`; so is a document in a folder
 *   whose package is missing, which the description says too.
 * - A text is read by its byte order mark (UTF-8, UTF-16, UTF-32, GB 18030), else by `encoding`. What is guessed is in the description
 *   and in `diagnostics`.
 *
 * @param paths Paths, globs (`'notes/*.md'`), or `file:` URLs.
 * @throws ContextError if a path is missing or unreadable, if no text is left, for more than `maxBytes`, and if the package
 *   that reads the only document is missing
 */
export function readContextFiles(
  paths: string | URL | readonly (string | URL)[],
  options: ReadContextFilesOptions = {},
): Promise<ContextFiles> {
  const reading = readChecked(paths, options);
  // Spread without `await`, it would be no context at all: so it is one that is refused.
  return Object.defineProperty(reading, 'context', {
    enumerable: true,
    get() {
      reading.catch(() => undefined);
      return reading;
    },
  });
}

async function readChecked(
  paths: string | URL | readonly (string | URL)[],
  options: ReadContextFilesOptions,
): Promise<ContextFiles> {
  const given = typeof paths === 'string' || paths instanceof URL ? [paths] : paths;
  const list = Array.isArray(given) ? given.map(toPath) : given;
  checkOption('paths', list, required(listOf(someText, 1)), refuseOption);
  checkOptions(
    options,
    fields<ReadContextFilesOptions>({
      include: globs,
      exclude: globs,
      gitignore: trueOrFalse,
      maxBytes: wholeNumber(1),
      encoding: encodingRule,
      abortSignal,
    }),
    refuseOption,
  );
  const { include, exclude, gitignore = true, maxBytes = 2 ** 28, encoding } = options;
  const read = await readFiles(list as readonly string[], {
    all: !gitignore,
    include: listed(include),
    exclude: listed(exclude),
    maxBytes,
    encoding: encoding === undefined ? undefined : encodingNamed(encoding),
    abortSignal: options.abortSignal,
    toReadAll: 'gitignore: false',
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadableError)) throw error;
    throw new ContextError(error.place, error.reason, error.cause);
  });
  return toContextFiles(read);
}

/** The path of a `file:` URL; what is no text stays, for the check. */
function toPath(path: unknown): unknown {
  const text = path instanceof URL ? path.href : path;
  if (typeof text !== 'string') return text;
  if (/^file:/i.test(text)) return fileURLToPath(text);
  if (/^https?:\/\//i.test(text)) {
    throw new ContextError(
      text,
      'it is a web address, and only files are read. Fetch it, and pass its text as `context`',
    );
  }
  return text;
}
