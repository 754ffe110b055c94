import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  node: ['node/'],
  cores: [{ of: ['index'], without: ['node', 'node-internal', 'ui'] }],
});
