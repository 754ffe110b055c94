import { quickjs } from '../../src/quickjs/index.js';
import { testHostile } from '../support/hostile-suite.js';
import { hostileCells } from './javascript-cells.js';

await testHostile({
  backend: quickjs(),
  limits: { memoryBytes: 256 * 1024 * 1024, hostCallMs: 300 },
  // An image of a heap that is full is copied up to four times on its way to the host.
  marginBytes: 4 * 256 * 1024 * 1024,
  cells: hostileCells,
});
