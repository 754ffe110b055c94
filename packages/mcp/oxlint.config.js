import { configurePackage } from '@rlm/config/lint';

import { nodeFolders } from './node-folders.js';

export default configurePackage({
  pure: true,
  impure: nodeFolders.map((folder) => `src/${folder}**`),
  environment: ['src/command/main.ts'],
});
