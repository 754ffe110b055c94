import type { Rows } from './row.js';

const found = 'a method of what stat() of node:fs gives';
const permitted = 'it is awaited, and what it throws is why the file cannot be read';

/** The hooks of `@rlm/files`. */
export const filesRows: Rows = {
  'FoundPath.isDirectory': found,
  'FoundPath.isFile': found,
  'FoundPath.isSymbolicLink': found,
  'ReadBytesOptions.permit': permitted,
  'ReadFilesOptions.permit': permitted,
  'ReadFilesOptions.readStdin':
    'it is awaited as long as stdin is open, and its fault is that of readFiles',
};
