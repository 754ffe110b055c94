import { fullSnapshot } from '../hostile/full-snapshots.js';
import { forgedEnd } from '../hostile/late-calls.js';
import { hostileCells } from '../pyodide/support/hostile-cells.js';
import { python } from '../pyodide/support/open-python.js';
import { testBackend } from './test-backend.js';

const memoryBytes = 256 * 1024 * 1024;

await testBackend(
  {
    backend: python,
    limits: { memoryBytes, cellMs: 20_000, maxHostCalls: 2_000, callTimeoutMs: 1_000 },
    cells: hostileCells,
  },
  memoryBytes,
  [fullSnapshot(python), forgedEnd(python)],
);
