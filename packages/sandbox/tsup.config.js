import { defineLibrary } from '@rlm/config/tsup';

import { nodeFolders } from './node-folders.js';

const small = ['index', 'internal'];

export default defineLibrary({
  node: nodeFolders,
  cores: [
    { file: 'process', shared: ['quickjs', 'pyodide'], without: ['engine', 'scripted', ...small] },
    { of: ['engine'], without: small },
  ],
});
