import { definePackageTests } from '@rlm/config/vitest';

export default definePackageTests('runner', {
  // Much of these tests is waiting for guests.
  maxWorkers: 3,
});
