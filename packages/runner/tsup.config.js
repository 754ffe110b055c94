import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    node: 'src/node/index.ts',
  },
  node: ['node/'],
});
