import { constants, createReadStream } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';

/** What is at a path is no regular file, and was not opened. */
export class NoFileError extends Error {
  override readonly name = 'NoFileError';
}

/** A file has more bytes than the caller can take. */
export class TooManyBytesError extends Error {
  /** How it begins, to tell whether it is text. */
  readonly head: Uint8Array;

  constructor(head: Uint8Array) {
    super('it is larger than what may be read');
    this.head = head;
  }
}

/** What `node:fs` says of a path. */
export interface FoundPath {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Throws {@link NoFileError} for what is no regular file. */
export function requireFile(found: FoundPath): void {
  if (found.isFile()) return;
  const what = found.isDirectory()
    ? 'a folder'
    : found.isSymbolicLink()
      ? 'a link, which is not followed'
      : 'a device or a pipe';
  throw new NoFileError(`it is ${what}, and no regular file`);
}

/**
 * Opens a regular file. Any other is not opened.
 *
 * @throws {NoFileError} For a folder, a device, a pipe; with `followLinks: false` for a link too.
 */
export async function openRegular(
  path: string,
  { followLinks }: { readonly followLinks: boolean },
): Promise<FileHandle> {
  requireFile(await (followLinks ? stat : lstat)(path));
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDONLY | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW));
  try {
    // Another may have been put there in between.
    requireFile(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Where an open file is, without links. It is asked of the open file, since a folder on the way to it may have been exchanged since.
 *
 * @param path Where it was opened.
 * @throws {NoFileError} If it is not at this path any more.
 */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  if (process.platform === 'linux') {
    const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
    if (place !== undefined) return place;
  }
  const place = await realpath(path);
  const [opened, found] = await Promise.all([handle.stat(), lstat(place)]);
  if (opened.dev === found.dev && opened.ino === found.ino) return place;
  throw new NoFileError('another file was put in its place while it was opened');
}

/** Bytes of a file that is too large, which are read to tell what it is. */
const headBytes = 8_000;

/** How a regular file is read. */
export interface ReadBytesOptions {
  /** Default true. */
  readonly followLinks?: boolean | undefined;
  /** Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Throws if a file at this path, which is without links, may not be read. Default: each may. */
  readonly permit?: ((place: string) => void | Promise<void>) | undefined;
}

/**
 * Reads a regular file. Any other file is not opened, since a device may never end and a pipe may never begin. It is opened once, and
 * judged by what was opened.
 *
 * @throws {NoFileError} For a folder, a device, a pipe; with `followLinks: false` for a link too.
 * @throws {TooManyBytesError} For a file of more than `maxBytes`, which is not read.
 */
export async function readFileBytes(
  path: string,
  { followLinks = true, maxBytes = Infinity, permit }: ReadBytesOptions = {},
): Promise<Uint8Array> {
  const handle = await openRegular(path, { followLinks });
  try {
    await permit?.(await placeOf(handle, path));
    const found = await handle.stat();
    if (found.size <= maxBytes) return await handle.readFile();
    const { buffer, bytesRead } = await handle.read(new Uint8Array(headBytes), { position: 0 });
    throw new TooManyBytesError(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Reads what a person names, a pipe or a device too. Throws {@link TooManyBytesError} for more than `maxBytes`. */
export async function readNamedBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  const found = await stat(path);
  if (found.isFile()) return readFileBytes(path, { maxBytes });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of createReadStream(path)) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes > maxBytes) throw new TooManyBytesError(Buffer.concat(parts.slice(0, 1)));
  }
  return Buffer.concat(parts);
}
