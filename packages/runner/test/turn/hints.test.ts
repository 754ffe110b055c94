import { monty } from '@rlm/sandbox/monty';

import { forgottenImports, javascriptFaults, pythonFaults } from '../support/faults.js';
import { quickjs } from '../support/quickjs.js';
import { sharedPython } from '../support/shared-python.js';
import { testHints } from './hints-suite.js';

await testHints([
  [quickjs(), javascriptFaults],
  [sharedPython(), pythonFaults],
  [monty(), forgottenImports],
]);
