import { quickjs } from '../../src/quickjs/index.js';
import { testHostile } from '../support/hostile-suite.js';
import { hostileCells } from './javascript-cells.js';

await testHostile({
  backend: quickjs(),
  limits: { memoryBytes: 256 * 1024 * 1024, hostCallMs: 300 },
  // Values on their way are copies, until the collector has seen them.
  marginBytes: 256 * 1024 * 1024,
  cells: hostileCells,
});
