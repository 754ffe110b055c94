import { otherBackends } from './backends.js';
import { testSpent } from './spent-suite.js';

testSpent('spent, other backends', await otherBackends());
