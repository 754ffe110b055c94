import { testCases } from '@rlm/config/host-cases';
import { describe } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { longCases, longCells } from '../support/long-cells.js';

describe.each([quickjs(), pyodide()])('long cells of $name', (backend) => {
  testCases(longCases(backend, longCells));
});
