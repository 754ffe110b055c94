import { testCases } from '@rlm/config/host-cases';

import { quickjs } from '../../src/quickjs/index.js';
import { testHostile } from '../support/hostile-suite.js';
import { hostileCells } from './javascript-cells.js';

await testHostile(
  {
    backend: quickjs(),
    limits: { memoryBytes: 128 * 1024 * 1024, callTimeoutMs: 300 },
    cells: hostileCells,
  },
  testCases,
);
