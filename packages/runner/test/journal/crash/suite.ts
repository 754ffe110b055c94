import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { crashTrials } from '@rlm/journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { childScript } from './children.mjs';

/** What is to be so whatever is killed. */
const nothingWrong = {
  repeats: 0,
  wrong: 0,
  different: 0,
  divergences: 0,
  hangs: 0,
  faults: [],
};

const hangMs = 300_000;

/** How much is tried. */
interface Extent {
  /** How many runs of each workload are killed. */
  readonly killed: readonly (readonly ['quickjs' | 'task' | 'pyodide', number])[];
  /** At every how many lines a journal is cut. */
  readonly cutEvery: number;
  /** How many runs are taken over; each needs a stopped process. */
  readonly takenOver: number;
}

/** Kills, cuts and takes over runs, and expects that nothing is wrong afterwards. */
export function testCrashes({ killed, cutEvery, takenOver }: Extent): void {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rlm-crash-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  describe('a run whose process is killed', { timeout: 900_000 }, () => {
    it.each(killed)('goes on in another (%s, %i runs)', async (workload, trials) => {
      const script = await childScript(workload);
      const report = await crashTrials({ script, folder, trials, hangMs });
      expect(report).toMatchObject(nothingWrong);
    });

    it('goes on from its journal wherever that was cut', async () => {
      const script = await childScript('task');
      const cut = { how: 'cut', every: cutEvery, bytes: 3 } as const;
      const report = await crashTrials({ ...cut, script, folder, hangMs });
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
          trials: takenOver,
          hangMs,
        });
        expect(report).toMatchObject(nothingWrong);
      },
    );
  });
}
