export { fileContext, type FileContextOptions } from './file-context.js';
export {
  readContextFiles,
  type ContextFiles,
  type ReadContextFilesOptions,
  type SkippedFile,
} from './read-context-files.js';
