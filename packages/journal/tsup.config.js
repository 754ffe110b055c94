import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  node: ['bullmq/', 'jsonl/', 'lease/', 'sqlite/', 'testing/crash/'],
});
