import { expect, it } from 'vitest';

import { defaultLimits } from '../../../src/contract/limits.js';
import { createHostCallDesk } from '../../../src/supervisor/calls/host-calls.js';
import { bindFunctions } from '../../../src/supervisor/calls/host-functions.js';

it('lets other work of the host come between thousands of calls that are answered at once', async () => {
  const rows = Array.from({ length: 1_000 }, () => ({}));
  const desk = createHostCallDesk(bindFunctions({ rows: () => rows }), defaultLimits);
  const calls = Array.from({ length: 3_000 }, () => ['rows', []]);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const abortSignal = new AbortController().signal;
  const cell = { abortSignal, record: () => undefined, around: undefined };
  await desk.serve({ type: 'call', call: 1, name: '*', args: JSON.stringify(calls) }, cell);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
