import { definePackageTests } from '@rlm/config/vitest';

export default definePackageTests('sandbox', {
  // Much of these tests is waiting: for deadlines, for guests to be brought back.
  maxWorkers: 2,
  // Races against hostile guests and real clocks: on a busy machine a case may need a second try.
  retry: 1,
});
