import { usual, testHints } from './hints-suite.js';

await testHints(usual);
