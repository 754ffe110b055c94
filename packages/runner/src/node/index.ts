export {
  readContextFiles,
  type ContextFiles,
  type ReadContextFilesOptions,
} from './read-context-files.js';
