import { fileURLToPath } from 'node:url';

import { checkOptions, fields, required, someText } from '@rlm/repl-types/options';
import { abortSignal, checkOption, refuseOption } from '@rlm/repl-types/internal';
import type { LongText } from '@rlm/sandbox';

import { fileText } from './look-through.js';

/** How {@link fileContext} looks through a file. */
export interface FileContextOptions {
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * A text file as a context that is never read into the memory of this process: `context: await fileContext('big.log')`, or
 * the `value` of one of `contexts`. It is looked through once here, for its length and its SHA-256.
 *
 * - `cpython()` and `unsafeCpython()` read it by its descriptor, whatever its size: up to 256 MiB the variable is a string, above
 *   an object that reads from the file. To other backends its text is sent piece by piece.
 * - The file must be UTF-8, and stay as it is until the run has ended: a session refuses one that was changed. So does a
 *   resumed run, by the SHA-256 in its journal.
 *
 * @param path A path or a `file:` URL of a regular file. A link is followed, once, here.
 * @throws ContextError if it cannot be read, is no regular file, or is no text in UTF-8
 */
export async function fileContext(
  path: string | URL,
  options: FileContextOptions = {},
): Promise<LongText> {
  checkOption('path', path instanceof URL ? path.href : path, required(someText), refuseOption);
  checkOptions(options, fields<FileContextOptions>({ abortSignal }), refuseOption);
  const place = path instanceof URL || /^file:/i.test(path) ? fileURLToPath(path) : path;
  return fileText(place, options.abortSignal);
}
