import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    concurrency: 'src/concurrency/index.ts',
    options: 'src/options/index.ts',
  },
});
