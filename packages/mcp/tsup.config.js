import { defineLibrary } from '@rlm/config/tsup';

import { nodeFolders } from './node-folders.js';

const library = defineLibrary({ node: nodeFolders });

/** The entries, and the program of `bin/`. */
export default { ...library, entry: { ...library.entry, command: './src/command/main.ts' } };
