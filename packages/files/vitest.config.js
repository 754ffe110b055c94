import { definePackageTests } from '@rlm/config/vitest';

export default definePackageTests('files');
