import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    actions: 'src/actions/index.ts',
    internal: 'src/internal.ts',
    kernel: 'src/kernel/index.ts',
    model: 'src/model/index.ts',
    task: 'src/task/index.ts',
    testing: 'src/testing/index.ts',
  },
  bundle: ['p-retry'],
});
