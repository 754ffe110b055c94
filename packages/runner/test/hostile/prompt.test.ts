import { usualBackends } from './backends.js';
import { testPrompt } from './prompt-suite.js';

testPrompt('prompt', await usualBackends());
