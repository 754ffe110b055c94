import { expect, it } from 'vitest';

import { quickjs } from '../../src/quickjs/index.js';
import { childOf } from '../support/child-of.js';
import { linux } from '../support/isolation-suite.js';
import { descendants } from '../support/process-tree.js';

it('streams what a cell printed while the cell computes', async () => {
  await using session = await quickjs().open();
  const controller = new AbortController();
  const heard: string[] = [];
  const result = await session.execute('print("a"); console.error("b"); for (;;);', {
    abortSignal: controller.signal,
    onOutput(text, stream) {
      heard.push(`${stream} ${text}`);
      if (heard.length === 2) controller.abort();
    },
  });
  expect([result.outcome, heard]).toEqual(['aborted', ['stdout a\n', 'stderr b\n']]);
});

it('keeps nothing of the questions that its own code asks about objects and calls', async () => {
  await using session = await quickjs().open({ functions: { ping: () => 1 } });
  const bytes = async (): Promise<number> => (await session.snapshot?.())?.bytes.length ?? 0;
  await session.execute('var list = Array.from({ length: 400 }, () => new Map())');
  const cell = 'for (let i = 0; i < 20; i++) await ping(); print(list)';
  for (let cells = 0; cells < 20; cells++) await session.execute(cell);
  const before = await bytes();
  for (let cells = 0; cells < 60; cells++) await session.execute(cell);
  // Some 40 bytes a question would be more than half a megabyte.
  expect((await bytes()) - before).toBeLessThan(256 * 1024);
});

it.each([
  ['that ends the run', 'FINAL("done")', 'final'],
  ['whose time is over', 'for (;;);', 'timeout'],
])('lists all variables after a cell %s', async (_, end, outcome) => {
  await using session = await quickjs().open({ limits: { cellMs: 1_000 } });
  // To list them takes longer than the interpreter goes on without asking whether it must stop.
  const variables = 'for (let i = 0; i < 200; i++) globalThis["v" + i] = [i, { i }];';
  const result = await session.execute(variables + end);
  expect([result.outcome, Object.keys(result.locals).length]).toEqual([outcome, 200]);
});

it.skipIf(!linux)('looks at no long text again in each cell', async () => {
  await using session = await quickjs().open();
  await session.set('context', 'x'.repeat(40_000_000));
  const { pid } = await childOf(session);
  const ticks = async (): Promise<number> =>
    (await descendants(process.pid)).find((child) => child.pid === pid)?.ticks ?? 0;
  const before = await ticks();
  for (let cells = 0; cells < 40; cells++) await session.execute('1');
  // In hundredths of seconds: to compare it once takes QuickJS four.
  expect((await ticks()) - before).toBeLessThan(100);
});

it.each(['lines', '_out'])('keeps data that has the name %s', async (name) => {
  await using session = await quickjs().open();
  await session.set(name, 'data', { isReserved: true });
  const taken = await session.execute(`${name} = 1; print(${name})`);
  expect(taken.diagnostics.map(({ code }) => code)).toEqual(['data_restored']);
  expect((await session.execute(`FINAL_VAR('${name}')`)).finalOutput).toMatchObject({
    answer: 'data',
  });
  await session.set(name, 'given');
  await session.execute(`${name} += ' away'; print('more')`);
  expect(await session.get(name)).toBe('given away');
});
