import { testAttempts } from './test-attempts.js';

// The same attempts, each in a session of its own.
await testAttempts(false);
