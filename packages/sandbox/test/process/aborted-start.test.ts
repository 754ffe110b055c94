import { readdir } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { quickjs, start, testAbortedStarts, usualRecipes } from '../support/aborted-starts.js';
import { describeWhere } from '../support/describe-where.js';

await testAbortedStarts(usualRecipes);

/** Threads of this process, the workers of engines among them. Linux only. */
const threads = async (): Promise<number> => (await readdir('/proc/self/task')).length;

/** Waits until a condition holds, for ten seconds at most. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 400 && !(await condition()); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describeWhere(await quickjs('none').probe(), 'an engine of this process', () => {
  it('leaves no worker when its start is aborted', async () => {
    const recipe = quickjs('none');
    await (await start(recipe)).kill();
    const before = await threads();
    const abort = new AbortController();
    const starting = start(recipe, abort.signal);
    await new Promise(setImmediate);
    abort.abort(new Error('nobody wants it'));
    await expect(starting).rejects.toThrow('nobody wants it');
    await until(async () => (await threads()) <= before);
    expect(await threads()).toBeLessThanOrEqual(before);
  });
});
