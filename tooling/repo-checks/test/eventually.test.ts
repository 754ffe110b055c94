import { getActiveResourcesInfo } from 'node:process';

import { eventually } from '@rlm/config/eventually';
import { expect, it } from 'vitest';

it('has no timer of its own while a check runs, so that a check may count timers', async () => {
  const timers = (): number => getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  let checks = 0;
  await eventually(() => {
    checks += 1;
    expect([checks >= 3, timers() <= before]).toEqual([true, true]);
  });
  expect(checks).toBe(3);
});

it('waits for checks that throw, and gives what the check gives', async () => {
  let checks = 0;
  const given = await eventually(() => {
    checks += 1;
    if (checks < 2) throw new Error('not yet');
    return Promise.resolve('there');
  });
  expect(given).toBe('there');
});
