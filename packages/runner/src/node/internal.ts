/**
 * How files, folders and globs are listed and read, for the command `rlm`, which shows it in other words; how a server on
 * Node.js bounds its connections; and which names code cannot call. This is not a public API: a name here may change with
 * any minor release.
 *
 * @module
 */
export { findNameFault } from '@rlm/sandbox/internal';

export { boundConnections, type ConnectionBounds } from './bound-connections.js';
export { readGitignore, type IsIgnored } from './gitignore.js';
export {
  listFiles,
  passedByNames,
  reasonOf,
  type ListedFile,
  type ListedPlace,
  type ListOptions,
} from './list-files.js';
export {
  NoFileError,
  readFileBytes,
  requireFile,
  TooManyBytesError,
  type FoundPath,
} from './read-file-bytes.js';
export { largeText } from './large-text.js';
export { readFiles, readListed, type FilesRead, type ReadFilesOptions } from './read-files.js';
export type { DecodedText } from './decode-text.js';
export { decodeFile, isPacked, readTextBytes } from './read-text-bytes.js';
export { remarksOf } from './remarks-of.js';
export {
  NoTextError,
  TextTooLongError,
  TooMuchError,
  UnreadableError,
} from './unreadable-error.js';
