import { it } from 'vitest';

import { expectExportsToWait } from '../support/exports-waiting.js';
import { expectRunsToBeStopped } from '../support/runs-in-memory.js';

// At the limits that the server has by itself; the other tests have an eighth of them.

it('runs keep so much each, and so much together: then they are stopped', async () => {
  await expectRunsToBeStopped(1);
}, 300_000);

it('exported files wait to be taken up to a size', async () => {
  await expectExportsToWait(1);
});
