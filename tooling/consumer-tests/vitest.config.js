import { definePackageTests } from '@rlm/config/vitest';

export default definePackageTests('consumer-tests', {
  // The last of all tasks, with nothing beside it.
  maxWorkers: 2,
});
