import { testAttempts } from './test-attempts.js';

await testAttempts(true);
