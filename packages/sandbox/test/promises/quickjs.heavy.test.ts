import { quickjs } from '../../src/quickjs/index.js';
import { fullSnapshot } from '../hostile/full-snapshots.js';
import { hostileCells } from '../hostile/javascript-cells.js';
import { largerCells } from '../hostile/larger-javascript-cells.js';
import { testBackend } from './test-backend.js';

const mebibyte = 1024 * 1024;
const backend = quickjs();

await testBackend(
  {
    backend,
    limits: { memoryBytes: 128 * mebibyte, callTimeoutMs: 300 },
    cells: [...hostileCells, ...largerCells],
  },
  256 * mebibyte,
  [fullSnapshot(backend)],
);
