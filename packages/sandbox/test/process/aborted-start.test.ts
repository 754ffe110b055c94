import { testAbortedStarts, usualBackends } from '../support/aborted-starts.js';

await testAbortedStarts(usualBackends);
