import { cpython } from '@rlm/sandbox/cpython';
import { monty } from '@rlm/sandbox/monty';
import { v8 } from '@rlm/sandbox/v8';

import { forgottenImports, javascriptFaults, pythonFaults } from '../support/faults.js';
import { testHints } from './hints-suite.js';

await testHints([
  [cpython(), pythonFaults],
  [v8(), javascriptFaults],
  [monty(), [...forgottenImports, ...pythonFaults]],
]);
