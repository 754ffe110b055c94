import { usualBackends } from './backends.js';
import { testSpent } from './spent-suite.js';

testSpent(await usualBackends());
