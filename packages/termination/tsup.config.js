import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    dialects: 'src/dialects/index.ts',
    shown: 'src/shown/index.ts',
  },
});
