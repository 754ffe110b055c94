import { others, testHints } from './hints-suite.js';

await testHints(others);
