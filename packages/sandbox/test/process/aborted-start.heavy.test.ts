import { otherBackends, testAbortedStarts } from '../support/aborted-starts.js';

await testAbortedStarts(otherBackends);
