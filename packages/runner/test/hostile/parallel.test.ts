import { promiseSuite } from '@rlm/config/promise-suite';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { asking, manyRuns, memoryBytes, models, scriptedCells } from './many-runs.js';

const promise = promiseSuite('parallel');
const many = asking(60);

describe('no piece of work holds the thread for long', () => {
  const answer = 'He said "so be it", and it was.\n'.repeat(900_000 / 32);

  it.each([
    ['scripted', () => scriptedCells(many.play)],
    ['quickjs', () => quickjs()],
  ])('60 answers of 900 kB at once, in %s', async (backend, open) => {
    const model = models(many.javascript, answer);
    const title = { backend, name: '60 answers of 900 kB at once', memoryBytes };
    const result = await promise.run(
      title,
      async () => runRlm({ model, sandbox: open(), query: 'q', maxSteps: 1 }).result,
    );
    expect(result.answer).toBe('60');
  });

  // 200 of them, in every backend: parallel.heavy.test.ts.
  it('50 runs at once, in scripted sessions', async () => {
    await manyRuns(promise, 50, 'scripted', () => scriptedCells(asking(8).play));
  });
});
