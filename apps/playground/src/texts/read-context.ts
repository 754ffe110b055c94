import { isAbsolute, relative, sep } from 'node:path';

import {
  largeText,
  listFiles,
  readFiles,
  TooMuchError,
  UnreadableError,
  type ListedFile,
} from '@rlm/files';

import type { LongText } from '@rlm/sandbox';
import { isLongText } from '@rlm/sandbox/internal';

import { UsageError } from '../usage-error.js';
import { ownRunsFolder } from '../user-folders.js';
import type { Totals } from './text-label.js';

/** One file's text, or texts by their names. */
export type TextValue = string | Readonly<Record<string, string>>;

/** The same, or the text of a large file that is not in memory. */
export type AnyText = TextValue | LongText;

/** A context that was read, and the files that it was read of. */
export interface ReadContext<Value extends AnyText = TextValue> {
  /** Its name, if it has one. */
  readonly context?: string | undefined;
  readonly value: Value;
  /** By the names in `value`; undefined if it was read from stdin, which cannot be read again. */
  readonly files: readonly ListedFile[] | undefined;
  /** What was guessed of the encodings of some, by the names in `value`. */
  readonly guesses: ReadonlyMap<string, string>;
}

/** How text is read. */
export interface ReadTextOptions {
  /** Whether what `.gitignore` leaves out is read too. */
  readonly all?: boolean;
  /** What all texts may have together; default: 256 MB. */
  readonly maxBytes?: number;
}

/** What all texts may have together: more does not fit into the memory of the model's code. */
const maxContextBytes = 2 ** 28;

const sizeOf = (bytes: number): string =>
  bytes < 2 ** 20 ? `${bytes} bytes` : `${bytes / 2 ** 20} MB`;

const tooMuch = (place: string, most: number): string =>
  `${place}: with it, the text is larger than ${sizeOf(most)}, the most that is read. Name fewer files, or a part of the folder such as 'docs/**/*.md'`;

/**
 * One large file, which stays open instead of being read into memory; undefined if the places are anything else. Other than a
 * text in memory, it is not the same any more if someone writes over the file.
 */
export async function readLargeFile(
  paths: readonly string[],
  totals: Totals,
): Promise<ReadContext<LongText> | undefined> {
  const [path] = paths;
  if (path === undefined || path === '-' || paths.length > 1) return undefined;
  const value = await largeText(path, maxContextBytes);
  if (value === undefined) return undefined;
  totals.bytes += value.units;
  totals.files += 1;
  const { files } = await listFiles(path, { toReadAll: '--no-ignore' });
  return { value, files, guesses: new Map() };
}

/** Characters of a text. */
export function charactersOf(value: AnyText): number {
  if (typeof value === 'string') return value.length;
  if (isLongText(value)) return value.units;
  return Object.values(value).reduce((sum, { length }) => sum + length, 0);
}

/** Reads the places of one context: one file as its text, anything else as texts by their names, sorted. Throws {@link UsageError}. */
export async function readContext(
  paths: readonly string[],
  { all, maxBytes: most = maxContextBytes }: ReadTextOptions,
  totals: Totals,
): Promise<ReadContext> {
  const maxBytes = Math.max(0, most - totals.bytes);
  const options = {
    all,
    exclude: ownRunsBelow(paths),
    readStdin: () => readStdin(maxBytes),
    toReadAll: '--no-ignore',
    maxBytes,
  };
  const { texts, guesses, files, isSingle, leftOut, ignored } = await readFiles(
    paths,
    options,
  ).catch((error: unknown) => {
    if (!(error instanceof UnreadableError)) throw error;
    if (error instanceof TooMuchError) throw new UsageError(tooMuch(error.place, most));
    throw new UsageError(error.message, { cause: error });
  });
  if ([...texts.values()].every((text) => text.trim() === '')) {
    throw new UsageError(`${paths.join(', ')}: the document is empty`);
  }
  for (const text of texts.values()) totals.bytes += text.length;
  totals.ignored += ignored;
  totals.files += texts.size;
  for (const { isBinary, message } of leftOut) {
    if (isBinary) totals.skipped += 1;
    else totals.notes.push(`${message}; it is left out`);
  }
  for (const [name, guess] of guesses) totals.notes.push(`${name}: ${guess}`);
  const [single = ''] = texts.values();
  return {
    value: isSingle ? single : sortedRecord(texts),
    files: paths.includes('-') ? undefined : files,
    guesses,
  };
}

/** The user's own runs, as they are seen from folders that hold them: they are no text that is asked about. */
function ownRunsBelow(paths: readonly string[]): readonly string[] {
  const own = ownRunsFolder();
  if (own === undefined) return [];
  const ways = paths.map((path) => relative(path, own).split(sep).join('/'));
  return ways.filter((way) => way !== '' && !way.startsWith('../') && !isAbsolute(way));
}

function sortedRecord(texts: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...texts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Reads stdin to its end, or until it is more than `maxBytes`: what is returned then is more. On a terminal, it says how to end the input.
 */
async function readStdin(maxBytes: number): Promise<Uint8Array> {
  if (process.stdin.isTTY) process.stderr.write('The text is read from here; Ctrl-D ends it.\n');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(parts);
}
