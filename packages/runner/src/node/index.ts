export {
  readContextFiles,
  type ContextFiles,
  type ReadContextFilesOptions,
  type SkippedFile,
} from './read-context-files.js';
