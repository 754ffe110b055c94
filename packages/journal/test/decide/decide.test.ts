import { expect, it } from 'vitest';

import { decide, memoryStore, waitsOf, type RunStore } from '../../src/index.js';

const [first, second] = ['/1/approval/h#0', '/1/approval/h#1'] as const;

/** A run that waited for decisions, once for each key, and the store it is in. */
async function waitingRun(...keys: readonly string[]): Promise<RunStore> {
  const store = memoryStore();
  const journal = await store.create({ runId: 'run' });
  for (const key of keys) {
    await journal.stream('').append({ t: 'wait', step: 1, key, request: { action: 'pay' } });
  }
  await journal.close();
  return store;
}

async function decisions(store: RunStore): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const line of store.read('run')) {
    if (line.t === 'effect') found.push([line.key, line.value]);
  }
  return found;
}

it('decides without a key what the run waits for', async () => {
  // It was resumed once, and waits for the same.
  const store = await waitingRun(first, first);
  await decide(store, 'run', { value: true });
  expect(await decisions(store)).toEqual([[first, true]]);
});

it('decides without a key what is left', async () => {
  const store = await waitingRun(first, second);
  await decide(store, 'run', { key: first, value: true });
  await decide(store, 'run', { value: false });
  expect(await decisions(store)).toEqual([
    [first, true],
    [second, false],
  ]);
});

it('needs the key if the run waits for several, and names each of them once', async () => {
  const store = await waitingRun(first, second, first, second);
  const error = decide(store, 'run', { value: true });
  await expect(error).rejects.toMatchObject({ code: 'invalid_option', details: { option: 'key' } });
  await expect(error).rejects.toThrow(`(${first}, ${second})`);
});

it('tells what a run waits for, each once and until it is decided', async () => {
  const store = await waitingRun(first, second, first, second);
  const waiting = async () =>
    (await waitsOf(store, 'run')).map(({ key, request }) => [key, request]);
  const request = { action: 'pay' };
  expect(await waiting()).toEqual([
    [first, request],
    [second, request],
  ]);
  await decide(store, 'run', { key: first, value: true });
  expect(await waiting()).toEqual([[second, request]]);
  await decide(store, 'run', { value: true });
  expect(await waiting()).toEqual([]);
  await expect(waitsOf(store, 'other')).rejects.toMatchObject({ code: 'journal_not_found' });
});

it('refuses a decision that the run no longer waits for', async () => {
  const store = await waitingRun(first, second);
  const decideTwice = async (key?: string): Promise<void> => {
    await decide(store, 'run', { key, value: true });
    await decide(store, 'run', { key, value: true });
  };
  await expect(decideTwice(first)).rejects.toMatchObject({
    name: 'JournalError',
    code: 'journal_not_waiting',
    message: expect.stringContaining(second) as unknown,
    details: { runId: 'run', keys: [second] },
  });
  await expect(decideTwice()).rejects.toMatchObject({
    code: 'journal_not_waiting',
    details: { runId: 'run', keys: [] },
  });
});

it('does not count as a resume of the run: only its owners that work on it do', async () => {
  const store = await waitingRun(first, second);
  await decide(store, 'run', { key: first, value: true });
  await decide(store, 'run', { value: true });
  const shown = await store.open('run', { readOnly: true });
  expect(shown.resumed).toBe(0);
  const again = await store.open('run');
  expect(again.resumed).toBe(1);
  await again.stream('').append({ t: 'wait', step: 2, key: `${second}2`, request: {} });
  await again.close();
  await decide(store, 'run', { value: true });
  const third = await store.open('run');
  expect(third.resumed).toBe(2);
  await third.close();
});

it('leaves a resume counted whose owner decided itself, and went on', async () => {
  const store = await waitingRun(first);
  const again = await store.open('run');
  const stream = again.stream('');
  await stream.append({ t: 'effect', step: 1, kind: 'approval', key: first, value: true });
  await stream.append({
    t: 'effect',
    step: 1,
    kind: 'action',
    key: '/1/action/h#0',
    value: 'paid',
  });
  await again.close();
  const third = await store.open('run');
  expect(third.resumed).toBe(2);
  await third.close();
});

it.each([
  ['yes'],
  ['true'],
  [1],
  [null],
  [[true]],
  [{}],
  [{ approve: true }],
  [{ approved: 'yes' }],
  [{ approved: true, reason: 3 }],
])('refuses the decision %j of an approval, and of a review', async (value) => {
  for (const key of [first, '/1/review/h#0']) {
    const store = await waitingRun(key);
    await expect(decide(store, 'run', { value })).rejects.toMatchObject({ code: 'invalid_option' });
    expect(await decisions(store)).toEqual([]);
    await decide(store, 'run', { value: { approved: false, reason: 'No', reviewer: 'Ines' } });
  }
});

it('takes any data for a request of a kind of its own', async () => {
  const store = await waitingRun('/1/question/h#0');
  await decide(store, 'run', { value: 'yes' });
  expect(await decisions(store)).toEqual([['/1/question/h#0', 'yes']]);
});
