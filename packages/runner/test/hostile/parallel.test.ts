import { testCases } from '@rlm/config/host-cases';
import { describe } from 'vitest';

import { largeAnswers, manyRuns, scriptedCells } from './many-runs.js';

describe('many things at once', () => {
  testCases([...largeAnswers(), manyRuns(50, 'in scripted sessions', scriptedCells)]);
});
