import { describe } from 'vitest';

import { testAborts } from './support/abort-suite.js';

describe('abort', () => {
  testAborts(1);
});
