import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { crashTrials } from '@rlm/journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { childScript } from './crash/children.mjs';

/** What is to be so whatever is killed. */
const nothingWrong = {
  repeats: 0,
  wrong: 0,
  different: 0,
  divergences: 0,
  hangs: 0,
  faults: [],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-crash-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a run whose process is killed', { timeout: 180_000 }, () => {
  it.each([
    ['quickjs', 4],
    ['task', 2],
    ['pyodide', 1],
  ] as const)(
    'goes on in another (%s, %i runs): pnpm crash has more of it',
    async (workload, trials) => {
      const script = await childScript(workload);
      const report = await crashTrials({ script, folder, trials, hangMs: 90_000 });
      expect(report).toMatchObject(nothingWrong);
    },
  );

  it('goes on from its journal wherever that was cut', async () => {
    const script = await childScript('task');
    const report = await crashTrials({
      how: 'cut',
      script,
      folder,
      every: 10,
      bytes: 3,
      hangMs: 90_000,
    });
    expect(report).toMatchObject(nothingWrong);
  });

  it.skipIf(process.platform === 'win32')(
    'stops, once asleep, when another has taken over',
    async () => {
      const script = await childScript('task');
      const report = await crashTrials({
        how: 'taken-over',
        script,
        folder,
        trials: 1,
        hangMs: 90_000,
      });
      expect(report).toMatchObject(nothingWrong);
    },
  );
});
