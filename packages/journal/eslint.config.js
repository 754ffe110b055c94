import { configurePackage } from '@rlm/config/eslint';

import { nodeFolders } from './node-folders.js';

export default configurePackage(import.meta.dirname, {
  pure: true,
  impure: nodeFolders.map((folder) => `src/${folder}**`),
});
