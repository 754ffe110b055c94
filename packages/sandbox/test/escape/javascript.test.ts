import { testCases } from '@rlm/config/host-cases';

import { testAttempts } from './test-attempts.js';

testAttempts(testCases, true);
