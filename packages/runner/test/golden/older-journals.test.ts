import { readFileSync } from 'node:fs';

import { forkRun } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { keptRunsOf, withCopy } from './kept-runs.js';

const unasked: ModelFunction = () => {
  throw new Error('a model was asked');
};
const words =
  'The journal is of version 1. This release writes version 2, and resumes version 1 only if the run asks for the same: resume it with the release that wrote it, or begin a new run. It can be listed and shown here.';
const refusal = { code: 'journal_divergence', message: expect.stringContaining(words) as unknown };

const olderRuns = ['be93d890', 'a51c1141'].flatMap((commit) =>
  keptRunsOf(commit).map((run) => ({ commit, ...run })),
);

describe('a journal of a release before 5dcbf436', () => {
  it.each(olderRuns)('is listed: $name of $commit', ({ journal }) =>
    withCopy(journal, async (store) => {
      const found = [];
      for await (const info of store.list()) found.push(info);
      expect(found).toMatchObject([{ runId: 'golden', status: 'ended', finishReason: 'final' }]);
    }),
  );

  it.each(olderRuns)('is shown to its end: $name of $commit', ({ journal, first, resume }) =>
    withCopy(journal, async (store) => {
      const { end } = await resume(await store.open('golden', { readOnly: true }), unasked);
      const golden = readFileSync(first, 'utf8');
      expect(end).toBe(golden.slice(-end.length));
    }),
  );

  it.each(olderRuns)('is not resumed, and says so: $name of $commit', ({ journal, resume }) =>
    withCopy(journal, async (store) => {
      const { stop } = await resume(await store.open('golden'), unasked);
      expect(stop?.error).toMatchObject(refusal);
    }),
  );

  it('is not forked where that comes to something else, and says so', () =>
    withCopy(olderRuns[0]?.journal ?? '', async (store) => {
      const fork = await forkRun(store, 'golden', { atStep: 2, runId: 'fork' });
      const { stop } = (await olderRuns[0]?.resume(fork, unasked)) ?? {};
      expect(stop?.error).toMatchObject(refusal);
    }));
});
