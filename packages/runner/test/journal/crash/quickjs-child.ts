import { quickjs } from '@rlm/sandbox/quickjs';

import { javascriptCells } from '../cells.js';
import { attemptRlm } from './rlm-attempt.js';

attemptRlm(quickjs(), javascriptCells);
