import { expect, it } from 'vitest';

import { untilIdle } from '../../src/conformance/lifecycle/idle.js';
import { createSandboxPool } from '../../src/index.js';
import { scripted } from '../../src/scripted/index.js';

/** Keeps the host's thread for a millisecond: after ten of them, further calls wait for a turn of the event loop. */
function work(): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 1);
}

it('is not idle while calls of the guest wait for the host’s thread', async () => {
  const calls = Array.from({ length: 60 }, (_, index) => index);
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const session = await scripted([
    async (_code, guest) => {
      await Promise.all(calls.map((index) => guest.call('ask', index)));
      return 'done\n';
    },
  ]).open({
    limits: { maxConcurrentCalls: calls.length },
    functions: {
      ask(index: number) {
        asked.push(index);
        work();
        return new Promise<void>((resolve) => answers.push(resolve));
      },
    },
  });
  const running = session.execute('');
  await untilIdle(session);
  expect(asked).toEqual(calls);
  for (const answer of answers) answer();
  expect((await running).stdout).toBe('done\n');
  await session.close();
});

it('is not idle while results wait for the host’s thread', async () => {
  const calls = Array.from({ length: 30 }, (_, index) => index);
  const answers: (() => void)[] = [];
  let given = 0;
  const session = await scripted([
    async (_code, guest) => {
      const asking = calls.map((index) => guest.call('ask', index).then(() => (given += 1)));
      await Promise.all([...asking, guest.call('ask', -1)]);
      return 'done\n';
    },
  ]).open({
    limits: { maxConcurrentCalls: calls.length + 1 },
    functions: {
      ask: () =>
        new Promise((resolve) => {
          const result = {
            toJSON: () => {
              work();
              return 1;
            },
          };
          answers.push(() => {
            resolve(result);
          });
        }),
    },
  });
  const running = session.execute('');
  await untilIdle(session);
  const [last] = answers.splice(-1);
  for (const answer of answers) answer();
  await untilIdle(session);
  expect(given).toBe(calls.length);
  last?.();
  expect((await running).stdout).toBe('done\n');
  await session.close();
});

it('is passed on by a pool', async () => {
  const pool = createSandboxPool(scripted([{ hangs: true }]));
  const session = await pool.open();
  expect(session.idle()).toBeUndefined();
  const running = session.execute('', { timeoutMs: 20 });
  await Promise.resolve();
  expect(session.idle()).toBeInstanceOf(Promise);
  await untilIdle(session);
  expect(session.idle()).toBeUndefined();
  expect((await running).outcome).toBe('timeout');
  await pool.close();
});
