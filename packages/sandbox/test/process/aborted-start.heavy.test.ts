import { otherRecipes, testAbortedStarts } from '../support/aborted-starts.js';

await testAbortedStarts(otherRecipes);
