import { testHostile } from '../support/hostile-suite.js';
import { hostileCells } from './support/hostile-cells.js';
import { python } from './support/open-python.js';

await testHostile({
  backend: python,
  limits: {
    memoryBytes: 256 * 1024 * 1024,
    cellMs: 20_000,
    maxHostCalls: 2_000,
    callTimeoutMs: 1_000,
  },
  cells: hostileCells,
});
