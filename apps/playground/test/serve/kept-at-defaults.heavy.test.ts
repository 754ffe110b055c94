import { it } from 'vitest';

import { expectExportsToWait } from '../support/exports-waiting.js';
import { expectOwnRuns } from '../support/own-runs.js';
import { expectRunsToBeStopped } from '../support/runs-in-memory.js';
import { expectTextsToCount } from '../support/texts-in-memory.js';

// At the limits that the server has by itself, and with as many clients; the other tests have less of both.

it('runs keep so much each, and so much together: then they are stopped', async () => {
  await expectRunsToBeStopped(1);
}, 300_000);

it('exported files wait to be taken up to a size', async () => {
  await expectExportsToWait(1);
});

it('small files of long texts fill the room of a client', async () => {
  await expectTextsToCount(1);
});

it('twenty clients at once each have their own run', async () => {
  await expectOwnRuns(20);
});
