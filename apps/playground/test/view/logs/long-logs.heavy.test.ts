import { describe, it } from 'vitest';

import { expectToRead } from '../../support/logs.js';

describe('readLog', () => {
  it('takes 50 MB, on one line or on many', async () => {
    await expectToRead(50_000_000);
  });
});
