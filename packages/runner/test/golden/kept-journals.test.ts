import { readFileSync, truncateSync } from 'node:fs';

import type { RunStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { keptRunsOf, withCopy, type KeptRun } from './kept-runs.js';

/** The model of a run that goes on: it fails if it is asked for more than what is missing. */
function modelOf({ replies }: KeptRun, asked: number): ModelFunction {
  return typeof replies === 'function' ? replies : scriptedModel(replies.slice(asked));
}

/** How often the models of a run's steps were asked, according to its journal. */
async function askedIn(store: RunStore): Promise<number> {
  let asked = 0;
  for await (const line of store.read('golden')) {
    const { t, kind } = line as { t: string; kind?: string };
    if (t === 'effect' && kind === 'model') asked += 1;
  }
  return asked;
}

/** Resumes a journal of which only a part is there. */
const resume = (run: KeptRun, share: number): Promise<string> =>
  withCopy(run.journal, async (store, file) => {
    truncateSync(file, partOf(readFileSync(file, 'utf8'), share));
    const model = modelOf(run, await askedIn(store));
    return (await run.resume(await store.open('golden'), model)).end;
  });

/** Where a share of what the last owner wrote ends, mostly within a line. */
function partOf(text: string, share: number): number {
  const begins = Math.max(text.lastIndexOf('"t":"head"'), text.lastIndexOf('"t":"open"'));
  const start = text.indexOf('\n', begins) + 1;
  return start + Math.round((text.length - start) * share);
}

/** Where a run's journal is cut. */
function sharesOf({ name, first }: KeptRun): readonly number[] {
  // A journal has what came of a call, and not how often it was tried, nor what a manual clock said then.
  if (/model-that-fails-once$|limit-of-time/.test(name)) return [1];
  // A run that failed makes its last call again, and then counts one more.
  const isFailed = readFileSync(first, 'utf8').includes('finishReason "error"');
  return [1 / 3, 2 / 3, ...(isFailed ? [] : [1])];
}

describe('a journal that 5dcbf436 wrote', () => {
  it.each(keptRunsOf('5dcbf436'))('goes on to its end, whole or cut: $name', async (run) => {
    const first = readFileSync(run.first, 'utf8');
    for (const share of sharesOf(run)) {
      const end = await resume(run, share);
      // A golden run that was resumed has several ends.
      expect(end, `${share} of it`).toBe(first.slice(-end.length));
    }
  });
});
