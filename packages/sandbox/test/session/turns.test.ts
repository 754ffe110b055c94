import { expect, it } from 'vitest';

import { scripted } from '../../src/scripted/index.js';

it('lets other work of the host come between thousands of calls that are answered at once', async () => {
  const rows = Array.from({ length: 20 }, () => ({}));
  const session = await scripted([
    async (_code, guest) => {
      await guest.call('llm_query_batched', Array<string>(3_000).fill('a'));
      return '';
    },
  ]).open({ functions: { llm_query: () => rows } });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  expect((await session.execute('')).outcome).toBe('ok');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
  await session.close();
});

const most = 100;

/** The most calls that were made in one turn of the event loop, of as many as sessions made at the same moment. */
async function mostAtOnce(sessions: number): Promise<number> {
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  const callsByTurn = new Map<number, number>();
  const busy = (): void => {
    callsByTurn.set(turn, (callsByTurn.get(turn) ?? 0) + 1);
  };
  const calls = Array.from({ length: most / sessions }, (_, call) => call);
  const open = () =>
    scripted([
      async (_code, guest) => {
        await Promise.all(calls.map((call) => guest.call('busy', call)));
        return '';
      },
    ]).open({ functions: { busy }, limits: { maxConcurrentCalls: most } });
  const all = await Promise.all(Array.from({ length: sessions }, open));
  count();
  await Promise.all(all.map((session) => session.execute('')));
  isOver = true;
  await Promise.all(all.map((session) => session.close()));
  return Math.max(...callsByTurn.values());
}

it.each([1, 50])('makes each call in a turn of its own, with %i sessions', async (sessions) => {
  expect(await mostAtOnce(sessions)).toBeLessThanOrEqual(2);
});
