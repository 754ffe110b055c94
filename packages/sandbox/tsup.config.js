import { defineLibrary } from '@rlm/config/tsup';

import { nodeFolders } from './node-folders.js';

const small = ['index', 'internal'];
const checked = ['index', 'engine', 'scripted', 'quickjs'];

export default defineLibrary({
  node: nodeFolders,
  cores: [
    { file: 'process', shared: ['quickjs', 'pyodide'], without: ['engine', 'scripted', ...small] },
    { file: 'begin', shared: ['quickjs', 'pyodide', 'engine'], without: small },
    { of: ['engine'], without: ['begin', ...small] },
    { file: 'common', shared: ['internal', 'set-file'] },
    { file: 'checks', shared: checked, without: ['internal'] },
  ],
});
