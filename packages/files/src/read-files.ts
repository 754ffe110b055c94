import { createByteQuota, type ByteQuota } from '@rlm/repl-types/internal';

import type { DecodedText } from './decode-text.js';
import { listFiles, reasonOf, type ListedFile, type ListOptions } from './list-files.js';
import {
  NoFileError,
  readFileBytes,
  readNamedBytes,
  TooManyBytesError,
} from './read-file-bytes.js';
import { binaryData, isBinaryStart, isPacked, decodeFile } from './read-text-bytes.js';
import {
  NoTextError,
  TextTooLongError,
  TooMuchError,
  UnreadableError,
} from './unreadable-error.js';

/** How places are read. */
export interface ReadFilesOptions extends ListOptions {
  /** Of texts without a byte order mark, as `encodingNamed` gives it; default: it is guessed. */
  readonly encoding?: string | undefined;
  /** Of all files together; default: no limit. */
  readonly maxBytes?: number | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  /** Reads the place `-`, whose text is named `stdin`. Without it, `-` is a path as any other. */
  readonly readStdin?: (() => Promise<Uint8Array>) | undefined;
  /**
   * Throws if the file at this path, which is without links, may not be read. It is asked about each file that was opened, and all
   * must be regular files. Default: each may be read.
   */
  readonly permit?: ((place: string) => void | Promise<void>) | undefined;
}

/** The texts of places. */
export interface FilesRead {
  /** By their names, in the order in which they were read. */
  readonly texts: ReadonlyMap<string, string>;
  /** What was guessed of the encodings of some, by their names, in words. */
  readonly guesses: ReadonlyMap<string, string>;
  /** Where they were read. Stdin is not among them. */
  readonly files: readonly ListedFile[];
  /** Whether there was one place, and it was a file. */
  readonly isSingle: boolean;
  /** The files that were left out because there is no text in them, and why. */
  readonly leftOut: readonly NoTextError[];
  /** How many files `.gitignore` leaves out. */
  readonly ignored: number;
}

/**
 * Reads the texts of files, folders and globs. Throws {@link UnreadableError} for a place that cannot be read, if no text
 * is left, and for more than `maxBytes`.
 */
export async function readFiles(
  paths: readonly string[],
  options: ReadFilesOptions,
): Promise<FilesRead> {
  const isStdin = (path: string): boolean => path === '-' && options.readStdin !== undefined;
  const listed = await Promise.all(
    paths.map(async (path) => ({
      path,
      place: isStdin(path) ? undefined : await listFiles(path, options),
    })),
  );
  const budget = createByteQuota(options.maxBytes ?? Infinity);
  const { encoding, permit } = options;
  const readRegular: ReadBytes = (path, maxBytes) => readFileBytes(path, { maxBytes, permit });
  const texts = new Map<string, string>();
  const guesses = new Map<string, string>();
  const keep = (name: string, { text, guess }: DecodedText): void => {
    texts.set(name, text);
    if (guess !== undefined) guesses.set(name, guess);
  };
  const files = new Map<string, ListedFile>();
  const leftOut: NoTextError[] = [];
  for (const { path, place } of listed) {
    if (place === undefined) {
      const bytes = (await options.readStdin?.()) ?? noBytes;
      if (!budget.take(bytes.length)) throw tooMuch('stdin', budget);
      keep('stdin', await decodeFile('stdin', bytes, Infinity, encoding));
      continue;
    }
    // With several places, the files of a folder carry its path, so that names stay apart.
    const isApart = place.kind === 'folder' && paths.length > 1;
    const before = isApart ? `${path.replace(/[\\/]+$/, '')}/` : '';
    for (const { name, path: at } of place.files) {
      const file = { name: `${before}${name}`, path: at };
      options.abortSignal?.throwIfAborted();
      // What a person names may be a pipe: `rlm ask "..." <(git log)`.
      const isNamed = place.kind === 'file' && permit === undefined;
      const read = isNamed ? readNamedBytes : readRegular;
      const decoded = await readBy(read, file, budget, encoding).catch((error: unknown) => {
        if (!(error instanceof NoTextError)) throw error;
        leftOut.push(error);
      });
      if (decoded === undefined) continue;
      keep(file.name, decoded);
      files.set(file.name, file);
    }
  }
  const ignored = listed.reduce((sum, { place }) => sum + (place?.ignored ?? 0), 0);
  if (texts.size === 0) throw noText(paths, leftOut, ignored, options);
  const isSingle = paths.length === 1 && (listed[0]?.place?.kind ?? 'file') === 'file';
  return { texts, guesses, files: [...files.values()], isSingle, leftOut, ignored };
}

const noBytes = new Uint8Array();

type ReadBytes = (path: string, maxBytes: number) => Promise<Uint8Array>;

/**
 * Reads the text of a file that was found in a folder, or that a journal names: a regular one. Throws {@link UnreadableError}, which
 * is a `NoTextError` if there is no text in it.
 */
export async function readListed(file: ListedFile): Promise<string> {
  return (await readBy((path) => readFileBytes(path), file, createByteQuota(Infinity))).text;
}

async function readBy(
  read: ReadBytes,
  { path, name }: ListedFile,
  budget: ByteQuota,
  encoding?: string,
): Promise<DecodedText> {
  const left = (): number => budget.maxBytes - budget.usedBytes;
  const bytes = await read(path, left()).catch((error: unknown) => {
    if (error instanceof NoFileError) {
      throw new NoTextError(name, error.message, { cause: error, isBinary: true });
    }
    if (!(error instanceof TooManyBytesError)) {
      throw new UnreadableError(name, reasonOf(error), error);
    }
    const { head } = error;
    throw isBinaryStart(name, head, encoding) ? binaryData(name, head) : tooMuch(name, budget);
  });
  if (!budget.take(bytes.length)) throw tooMuch(name, budget);
  // A document's text may be far larger than its file.
  const packed = isPacked(name, bytes);
  const maxCharacters = packed ? left() : Infinity;
  const reading = decodeFile(name, bytes, maxCharacters, encoding);
  const decoded = await reading.catch((error: unknown) => {
    if (error instanceof TextTooLongError) throw tooMuch(name, budget);
    budget.free(bytes.length);
    throw error;
  });
  if (packed) budget.take(decoded.text.length);
  return decoded;
}

const tooMuch = (name: string, { maxBytes }: ByteQuota): TooMuchError =>
  new TooMuchError(name, maxBytes);

function noText(
  paths: readonly string[],
  leftOut: readonly NoTextError[],
  ignored: number,
  { include, exclude, toReadAll }: ListOptions,
): UnreadableError {
  const place = paths.join(', ');
  const [first] = leftOut;
  if (first === undefined) {
    const filters = [
      ...(ignored === 0 ? [] : [`.gitignore does not leave out (${toReadAll})`]),
      ...(include === undefined && exclude === undefined
        ? []
        : ['include and exclude let through']),
    ];
    const rest = filters.length === 0 ? '' : ` that ${filters.join(' and ')}`;
    return new UnreadableError(place, `there is no file in it${rest}`);
  }
  if (paths.length === 1 && leftOut.length === 1 && first.place === place) return first;
  const others = leftOut.length > 1 ? ', and others' : '';
  return new UnreadableError(place, `there is no text in it (${first.message}${others})`, first);
}
