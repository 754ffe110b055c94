import { v8 } from '../../src/v8/index.js';
import { hostileCells } from '../hostile/javascript-cells.js';
import { largerCells } from '../hostile/larger-javascript-cells.js';
import { testHostile } from '../support/hostile-suite.js';

await testHostile({
  backend: v8(),
  limits: { memoryBytes: 128 * 1024 * 1024, callTimeoutMs: 300 },
  cells: [...hostileCells, ...largerCells],
});
