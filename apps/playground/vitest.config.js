import { definePackageTests } from '@rlm/config/vitest';

export default definePackageTests('playground', {
  // Much of these tests is waiting: for processes, for a browser.
  maxWorkers: 3,
});
