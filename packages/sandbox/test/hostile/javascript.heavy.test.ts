import { quickjs } from '../../src/quickjs/index.js';
import { testHostile } from '../support/hostile-suite.js';
import { largerCells } from './larger-javascript-cells.js';

await testHostile({
  backend: quickjs(),
  suite: 'larger hostile cells',
  limits: { memoryBytes: 128 * 1024 * 1024, callTimeoutMs: 300 },
  cells: largerCells,
});
