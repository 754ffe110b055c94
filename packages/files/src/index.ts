export { ContextError } from '@rlm/repl-types';

export { fileContext, type FileContextOptions } from './file-context.js';
export {
  readContextFiles,
  type ContextFiles,
  type ReadContextFilesOptions,
  type SkippedFile,
} from './read-context-files.js';

// The stages of `readContextFiles`, for programs that show files in words of their own.
export type { DecodedText } from './decode-text.js';
export { readGitignore, type IsIgnored } from './gitignore.js';
export { largeText } from './large-text.js';
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
  type ReadBytesOptions,
} from './read-file-bytes.js';
export { readFiles, readListed, type FilesRead, type ReadFilesOptions } from './read-files.js';
export { decodeFile, isPacked, readTextBytes } from './read-text-bytes.js';
export { noticesOf } from './notices-of.js';
export {
  NoTextError,
  TextTooLongError,
  TooMuchError,
  UnreadableError,
} from './unreadable-error.js';
