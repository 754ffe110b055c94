import { expectGolden } from '@rlm/config/golden';
import { describe, expect, it } from 'vitest';

import { endOf, type GoldenRun, play, playOnce } from './play.js';
import { goldenRuns, work } from './runs.js';
import { stores } from './stores.js';

const folder = import.meta.dirname;

describe('golden runs of the RLM loop', () => {
  it.each([...goldenRuns, work])('$name', async (golden) => {
    expectGolden(folder, golden.name, await play(golden));
  });

  it('are aborted at each event', async () => {
    const { events } = await play(work);
    const types = [...new Set(events.map(({ type }) => type))].filter((type) => type !== 'run-end');
    const ends: string[] = [];
    for (const type of types) {
      const { first } = await play({ ...work, abortAt: (event) => event.type === type });
      ends.push(`== at ${type} ==\n${first}`);
    }
    const all = ends.join('\n');
    expectGolden(folder, 'aborted', { first: all, now: all });
  });
});

describe.each(stores)('a golden run in the store $name', ({ open }) => {
  it('is aborted at each of its steps, resumed, and ends as it would have ended', async () => {
    const { first: whole } = await play(work);
    for (const step of [1, 2, 3]) {
      for (const type of ['step-start', 'model-end', 'code-end', 'step-end'] as const) {
        const golden: GoldenRun = {
          ...work,
          abortAt: (event) => event.depth === 0 && event.type === type && event.step === step,
        };
        await using kept = await open();
        await playOnce(golden, await kept.store.create({ runId: 'golden' }), work);
        const { result } = await playOnce(work, await kept.store.open('golden'), work);
        expect(endOf(result), `${type} of step ${step}`).toBe(whole);
      }
    }
  });
});
