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

it('looks at the time again for each of many calls that waited together', async () => {
  // A tenth of a second's work in each piece, were they all to go on at once.
  const busyMs = 1;
  const busy = (): null => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < busyMs);
    return null;
  };
  const most = 100;
  const desk = createHostCallDesk(bindFunctions({ busy }), {
    ...defaultLimits,
    concurrency: most,
  });
  let turn = 0;
  const timer = setInterval(() => (turn += 1), 1);
  const callsByTurn = new Map<number, number>();
  const cell = {
    abortSignal: new AbortController().signal,
    record: () => callsByTurn.set(turn, (callsByTurn.get(turn) ?? 0) + 1),
    around: undefined,
  };
  await Promise.all(
    Array.from({ length: most }, (_, call) =>
      desk.serve({ type: 'call', call, name: 'busy', args: '[]' }, cell),
    ),
  );
  clearInterval(timer);
  expect(Math.max(...callsByTurn.values())).toBeLessThan(most / 2);
});
