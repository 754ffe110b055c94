import { usualBackends } from './backends.js';
import { testPrompt } from './prompt-suite.js';

testPrompt(await usualBackends());
