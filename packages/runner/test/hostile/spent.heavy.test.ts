import { otherBackends } from './backends.js';
import { testSpent } from './spent-suite.js';

testSpent(await otherBackends());
