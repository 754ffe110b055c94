import { expectGolden } from '@rlm/config/golden';
import { describe, it } from 'vitest';

import { play } from './play.js';
import { goldenRuns, work } from './runs.js';

const folder = import.meta.dirname;

describe('golden runs of the agent loops', () => {
  it.each([...goldenRuns, work])('$name', async (golden) => {
    await expectGolden(folder, golden.name, await play(golden));
  });

  it('are aborted at each event', async () => {
    const { events } = await play(work);
    const types = [...new Set(events.map(({ type }) => type))].filter((type) => type !== 'run-end');
    const ends = await Promise.all(
      types.map(async (abortAt) => {
        const { first } = await play({ ...work, abortAt });
        return `== at ${abortAt} ==\n${first}`;
      }),
    );
    const all = `${ends.join('\n')}\n`;
    await expectGolden(folder, 'aborted', { first: all, now: all });
  });
});
