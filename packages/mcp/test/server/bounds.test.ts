import { setFlagsFromString } from 'node:v8';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { memoryStore, type RunInfo, type RunStore } from '@rlm/journal';
import { scriptedModel } from '@rlm/kernel/testing';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { connectServer, folderOf, read } from '../support/serve.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const run = { model: scriptedModel([]), sandbox: scripted([]) };

/** A store that lists such runs, one after another; nothing of it is kept here. */
const listing = (count: number, infoOf: (nth: number) => RunInfo): RunStore => ({
  ...memoryStore(),
  async *list() {
    for (let nth = 0; nth < count; nth++) yield await Promise.resolve(infoOf(nth));
  },
});

/** What was kept with a run: a question of some length, about some files. */
const specOf = (folder: string, question: string, files = 1): unknown => ({
  ...{ by: '@rlm/mcp', version: 1, question },
  files: Array.from({ length: files }, (_, nth) => ({
    ...{ name: `${nth}.txt`, path: join(folder, `${nth}.txt`), sha256: '0' },
  })),
});

const listed = async (store: RunStore, folder: string, given: object = {}) => {
  const client = await connectServer({ run, roots: [folder], store });
  const { data } = read(await client.callTool({ name: 'runs', arguments: { ...given } }));
  return data?.['runs'] as readonly Readonly<Record<string, unknown>>[];
};

describe('a list of kept runs', () => {
  it('has the newest ones, whatever their order in the store', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const spec = specOf(folder, 'What?');
    const store = listing(2_000, (nth) => ({
      ...{ runId: `r${nth}`, status: 'ended', made: (nth * 7_919) % 2_000, spec },
    }));
    const rows = await listed(store, folder, { limit: 3 });
    expect(rows.map(({ made }) => Date.parse(String(made)))).toEqual([1_999, 1_998, 1_997]);
    expect(await listed(store, folder)).toHaveLength(50);
  });

  it('keeps little of many runs with long questions and many files', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    let most = 0;
    collect();
    const before = process.memoryUsage().heapUsed;
    const store = listing(400, (nth) => {
      if (nth % 100 === 99) {
        collect();
        most = Math.max(most, process.memoryUsage().heapUsed - before);
      }
      const question = Buffer.alloc(90_000, `${nth} `).toString('latin1');
      return {
        runId: `r${nth}`,
        status: 'ended',
        made: nth,
        spec: specOf(folder, question, 2_000),
      };
    });
    const [row] = await listed(store, folder, { limit: 500 });
    expect(String(row?.['question'])).toMatch(/^399 .*characters left out/s);
    expect(String(row?.['question']).length).toBeLessThan(1_100);
    expect(most).toBeLessThan(30e6);
  });

  it('is there with a run whose date is none', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const spec = specOf(folder, 'What?');
    const store = listing(3, (nth) => ({
      ...{ runId: `r${nth}`, status: 'ended', made: [1e99, -9e15][nth] ?? 1_000, spec },
    }));
    expect(await listed(store, folder)).toHaveLength(3);
  });
});

describe('the view of a kept run', () => {
  it('has replies up to a sum', async () => {
    const folder = await folderOf({ '0.txt': 'one' });
    const store = memoryStore();
    const journal = await store.create({ runId: 'long', spec: specOf(folder, 'What?') });
    for (let step = 1; step <= 300; step++) {
      const key = `/${step}/model/0#0`;
      const value = { text: 'x'.repeat(15_000) };
      await journal.stream('').append({ t: 'effect', step, key, kind: 'model', value });
    }
    await journal.close();
    const client = await connectServer({ run, roots: [folder], store });
    const { contents } = await client.readResource({ uri: 'rlm://runs/long' });
    const [{ text } = { text: '' }] = contents as readonly { readonly text: string }[];
    const { steps } = JSON.parse(text) as { readonly steps: readonly { readonly reply: string }[] };
    expect(steps).toHaveLength(300);
    expect(text.length).toBeLessThan(3e6);
    expect(steps.at(-1)?.reply).toBe('[not shown: the run is too long]');
  });
});

describe('a store that fails', () => {
  const fault = new Error('the store broke');
  const failing = (): never => ({ then: () => Promise.reject(fault) }) as never;
  const sequence = (): never =>
    ({ [Symbol.asyncIterator]: () => ({ next: failing, return: failing }) }) as never;

  it.each([
    ['create', { create: failing }, 'ask'],
    ['list, its items', { list: sequence }, 'runs'],
    ['list', { list: () => failing() }, 'runs'],
  ])('in %s is an error of the tool, and ends nothing', async (_, broken, tool) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const folder = await folderOf({ 'a.txt': 'one' });
    const store: RunStore = { ...memoryStore(), ...broken };
    const client = await connectServer({ run, roots: [folder], store });
    const given = tool === 'ask' ? { question: 'What?', paths: ['a.txt'] } : {};
    const result = read(await client.callTool({ name: tool, arguments: given }));
    expect(result).toMatchObject({ isError: true });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
