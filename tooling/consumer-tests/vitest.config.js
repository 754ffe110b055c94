import { definePackageTests } from '@rlm/config/vitest';

export default definePackageTests('consumer-tests', { maxWorkers: 2 });
