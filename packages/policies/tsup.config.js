import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    reward: 'src/reward/index.ts',
    action: 'src/action/index.ts',
    compaction: 'src/compaction/index.ts',
    'ai-sdk': 'src/ai-sdk/index.ts',
    conformance: 'src/conformance/index.ts',
  },
});
