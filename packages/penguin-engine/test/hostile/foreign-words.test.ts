import { testCases } from '@rlm/config/host-cases';
import { describe } from 'vitest';

import { foreignWords } from './foreign-words.js';

describe('words of a model', () => {
  testCases(foreignWords);
});
