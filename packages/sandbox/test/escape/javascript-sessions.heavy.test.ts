import { testPromises } from '@rlm/config/host-cases';

import { testAttempts } from './test-attempts.js';

// The same attempts, each in a session of its own.
testAttempts(testPromises, false);
