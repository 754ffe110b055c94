import { memoryStore, type RunStore } from '@rlm/journal';
import { roughBytes } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import type { KeptRun } from '../../src/runs/find-run.js';
import { openRuns, type Runs } from '../../src/runs/runs.js';
import { RunCatalogue } from '../../src/serve/runs/run-catalogue.js';
import { specAt } from '../support/kept-run.js';

const maxBytes = 16 * 2 ** 20;

/** A catalogue of so many runs that ended, whose questions are so long; and how often a journal was read. */
async function catalogueOf(count: number, questionChars: number) {
  const store = memoryStore();
  const journal = await store.create({ runId: 'one', spec: null });
  await journal.end({ status: 'final', finishReason: 'final', usage: {} });
  await journal.close();
  const infos: KeptRun[] = [];
  for await (const found of store.list()) infos.push(found);
  const [info] = infos;
  if (info === undefined) throw new Error('no run');
  const spec = specAt({ path: '/notes' }, 'http://127.0.0.1:9/v1');
  let reads = 0;
  const many: RunStore = {
    ...store,
    async *list() {
      for (let at = 0; at < count; at += 1) {
        const runId = `run-${String(at)}`;
        const question = String(at).padEnd(questionChars, '?');
        yield await Promise.resolve({ ...info, runId, spec: { ...spec, question } });
      }
    },
    read(id) {
      reads += 1;
      return store.read(id === 'one' ? id : 'one');
    },
  };
  const runs: Runs = { ...openRuns('.'), store: many };
  const shelf = { all: () => [], find: () => undefined };
  const catalogue = new RunCatalogue({ shelf, runs } as never);
  return {
    list: () => catalogue.list(),
    reads: () => {
      const before = reads;
      reads = 0;
      return before;
    },
    remembered: () => catalogue.rememberedBytes,
  };
}

describe('what a list remembers of runs that ended', () => {
  it('is all of thousands with short questions: their journals are read once', async () => {
    const { list, reads, remembered } = await catalogueOf(2_000, 40);
    const first = await list();
    expect([first.length, reads()]).toEqual([2_000, 2_000]);
    expect(await list()).toEqual(first);
    expect(reads()).toBe(0);
    expect(remembered()).toBe(roughBytes(first) - 64 - 8 * first.length);
  });

  it('takes 16 MiB at most: hundreds with long questions are read again', async () => {
    const { list, reads, remembered } = await catalogueOf(400, 100_000);
    expect(await list()).toHaveLength(400);
    expect(reads()).toBe(400);
    expect(remembered()).toBeLessThanOrEqual(maxBytes);
    expect(remembered()).toBeGreaterThan(0);
    expect(await list()).toHaveLength(400);
    expect(reads()).toBeGreaterThan(300);
    expect(remembered()).toBeLessThanOrEqual(maxBytes);
  });

  it('is nothing of a run that is too large by itself', async () => {
    const { list, reads, remembered } = await catalogueOf(3, maxBytes);
    await list();
    await list();
    expect(reads()).toBe(6);
    expect(remembered()).toBe(0);
  });
});
