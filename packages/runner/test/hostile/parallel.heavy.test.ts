import { promiseSuite } from '@rlm/config/promise-suite';
import { createSandboxPool, type SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, it } from 'vitest';

import { otherBackends, usualBackends } from './backends.js';
import { asking, manyRuns, scriptedCells } from './many-runs.js';

const promise = promiseSuite('parallel-heavy');
const count = 200;

const pooled = (backend: SandboxBackend): SandboxBackend =>
  createSandboxPool(backend, { max: 8, warm: 0, maxWaiting: count, waitMs: 3_600_000 });

const all = [...(await usualBackends()), ...(await otherBackends())];

describe('200 runs at the same moment hold the thread no longer than one', () => {
  it('in scripted sessions', async () => {
    await manyRuns(promise, count, 'scripted', () => scriptedCells(asking(8).play));
  });

  it('in a QuickJS session each', async () => {
    await manyRuns(promise, count, 'quickjs', () => quickjs());
  });

  for (const { backend, reason } of all) {
    it.skipIf(reason !== '')(
      `in 8 sessions of ${backend.name}${reason}`,
      async () => {
        await manyRuns(promise, count, `${backend.name}, pool of 8`, () => pooled(backend));
      },
      600_000,
    );
  }
});
