import { escapeCases } from '../hostile/escape-cases.js';
import { fullSnapshot } from '../hostile/full-snapshots.js';
import { forgedEnd } from '../hostile/late-calls.js';
import { bridgeAttempts, libraryAttempts } from '../pyodide/support/escape-attempts.js';
import { hostileCells } from '../pyodide/support/hostile-cells.js';
import { python } from '../pyodide/support/open-python.js';
import { testBackend } from './test-backend.js';

const memoryBytes = 256 * 1024 * 1024;
const bait = { port: 9, secretFile: '/nowhere', newFile: '/nowhere/new' };
const attempts = Object.entries({ ...libraryAttempts, ...bridgeAttempts }).map(
  ([name, { code }]) => [name, code(bait)] as const,
);

await testBackend(
  {
    backend: python,
    limits: { memoryBytes, cellMs: 20_000, maxHostCalls: 2_000, callTimeoutMs: 1_000 },
    cells: hostileCells,
  },
  memoryBytes,
  [fullSnapshot(python), forgedEnd(python), ...escapeCases(python, memoryBytes, attempts)],
);
