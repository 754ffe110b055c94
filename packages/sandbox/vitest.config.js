import { definePackageTests } from '@rlm/config/vitest';

export default definePackageTests('sandbox', {
  // Much of these tests is waiting: for deadlines, for guests to be brought back.
  maxWorkers: 4,
});
