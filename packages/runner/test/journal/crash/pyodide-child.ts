import { pyodide } from '@rlm/sandbox/pyodide';

import { pythonCells } from '../cells.js';
import { attemptRlm } from './rlm-attempt.js';

attemptRlm(pyodide(), pythonCells);
