import { otherBackends } from './backends.js';
import { testPrompt } from './prompt-suite.js';

testPrompt('prompt, other backends', await otherBackends());
