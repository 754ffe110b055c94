import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    kernel: 'src/kernel/index.ts',
    model: 'src/model/index.ts',
    testing: 'src/testing/index.ts',
  },
  bundle: ['p-retry'],
});
