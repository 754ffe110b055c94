import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    internal: 'src/internal.ts',
    options: 'src/options/index.ts',
  },
});
