import { cpython } from '../../src/cpython/index.js';
import { testHostile } from '../support/hostile-suite.js';
import { hostileCells } from './support/hostile-cells.js';

await testHostile({
  backend: cpython(),
  limits: { memoryBytes: 128 * 1024 * 1024, callTimeoutMs: 1_000 },
  cells: hostileCells,
});
