import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  node: ['node/'],
  core: { of: ['index'], without: ['node', 'node-internal', 'ui'] },
});
