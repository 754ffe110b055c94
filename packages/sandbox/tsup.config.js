import { defineLibrary } from '@rlm/config/tsup';

import { nodeFolders } from './node-folders.js';

export default defineLibrary({ node: nodeFolders });
