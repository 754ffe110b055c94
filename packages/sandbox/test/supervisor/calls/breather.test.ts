import { expect, it } from 'vitest';

import { defaultLimits } from '../../../src/index.js';
import { createHostCallDesk } from '../../../src/supervisor/calls/host-calls.js';
import { createBreather } from '../../../src/supervisor/calls/breather.js';
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

const most = 100;

/** The most calls of 1 ms that were answered in one turn of the event loop, of as many as `desks` sessions made at the same moment. */
async function mostAtOnce(desks: number): Promise<number> {
  // A tenth of a second's work in each piece, were they all to go on at once.
  const busyMs = 1;
  const busy = (): null => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < busyMs);
    return null;
  };
  let turn = 0;
  const timer = setInterval(() => (turn += 1), 1);
  const callsByTurn = new Map<number, number>();
  const cell = {
    abortSignal: new AbortController().signal,
    record: () => callsByTurn.set(turn, (callsByTurn.get(turn) ?? 0) + 1),
    around: undefined,
  };
  const limits = { ...defaultLimits, maxConcurrentCalls: most };
  const served = Array.from({ length: desks }, () => {
    const desk = createHostCallDesk(bindFunctions({ busy }), limits);
    return Array.from({ length: most / desks }, (_, call) =>
      desk.serve({ type: 'call', call, name: 'busy', args: '[]' }, cell),
    );
  });
  await Promise.all(served.flat());
  clearInterval(timer);
  return Math.max(...callsByTurn.values());
}

it('looks at the time again for each of many calls that waited together', async () => {
  expect(await mostAtOnce(1)).toBeLessThan(most / 2);
});

it('gives all sessions together no more time than one', async () => {
  expect(await mostAtOnce(50)).toBeLessThan(most / 2);
});

it('lets no more than sixteen pieces of work begin in one turn of the event loop', async () => {
  const breather = createBreather();
  for (let round = 0; round < 3; round += 1) {
    // Behind what the turn before has left: a timer may come before it on a busy machine.
    await new Promise((resolve) => setImmediate(resolve));
    const turns = Array.from({ length: 40 }, () => breather.turn());
    const late = turns.filter((turn) => turn !== undefined);
    expect(turns[0]).toBe(undefined);
    expect(late.length).toBeGreaterThanOrEqual(24);
    // The one that is awaited now is the first of them.
    expect(breather.awaited()).toBe(late[0]);
    await Promise.all(late);
    expect(breather.awaited()).toBe(undefined);
  }
});
