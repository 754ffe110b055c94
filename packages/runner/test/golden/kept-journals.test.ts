import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RunStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import * as task from '../../../penguin-engine/test/golden/play.js';
import * as taskRuns from '../../../penguin-engine/test/golden/runs.js';
import { endOf, playOnce, withUsage, type GoldenRun } from './play.js';
import { goldenRuns, work } from './runs.js';

/**
 * Journals of golden runs that the commit 5dcbf436 wrote: each goes on to the same end, also if its file is cut in the middle. A model
 * is never asked for what a journal has.
 */
const folder = join(import.meta.dirname, 'journals/5dcbf436');

/** A run whose journal is kept, and how it goes on. */
interface KeptRun {
  readonly name: string;
  /** Where its journal is, and where the end of its golden run. */
  readonly journal: string;
  readonly first: string;
  readonly replies: readonly ScriptedReply[] | ModelFunction;
  /** Lets it go on: how it ends. */
  readonly resume: (store: RunStore, model: ModelFunction) => Promise<string>;
}

const keptRuns: readonly KeptRun[] = [
  ...[...goldenRuns, work].map((golden) => ({
    name: `runRlm: ${golden.name}`,
    journal: join(folder, 'rlm', `${golden.name}.jsonl`),
    first: join(import.meta.dirname, 'first', `${golden.name}.txt`),
    replies: repliesOf(golden),
    resume: async (store: RunStore, replies: ModelFunction) => {
      const more = golden.resumes?.at(-1)?.options?.() ?? {};
      const { result } = await playOnce(golden, store, { replies, isNew: false, more });
      return endOf(result);
    },
  })),
  ...[...taskRuns.goldenRuns, taskRuns.work].map((golden) => ({
    name: `${golden.mode}: ${golden.name}`,
    journal: join(folder, 'task', `${golden.name}.jsonl`),
    first: join(
      import.meta.dirname,
      `../../../penguin-engine/test/golden/first/${golden.name}.txt`,
    ),
    replies: golden.replies.map(task.withUsage),
    resume: async (store: RunStore, model: ModelFunction) => {
      const { result } = await task.playOnce(golden, await store.open('golden'), model);
      return task.endOf(result);
    },
  })),
].filter(({ journal }) =>
  readdirSync(join(journal, '..')).includes(journal.split('/').at(-1) ?? ''),
);

/** A run in which a call is made twice: a journal has what came of it, and not how often it was made. */
const isRetried = ({ name }: Pick<KeptRun, 'name'>): boolean =>
  name.endsWith('model-that-fails-once');

/** All that a model replies to a run and to those that resume it. */
function repliesOf({ replies, resumes = [] }: GoldenRun): KeptRun['replies'] {
  if (typeof replies === 'function') return replies;
  const later = resumes.flatMap((resumed) =>
    typeof resumed.replies === 'function' ? [] : resumed.replies.map(withUsage),
  );
  return [...replies.map(withUsage), ...later];
}

/** The model of a run that goes on: it fails if it is asked for more than what is missing. */
function modelOf({ replies }: KeptRun, asked: number): ModelFunction {
  return typeof replies === 'function' ? replies : scriptedModel(replies.slice(asked));
}

/** How often the models of a run's steps were asked, according to its journal. */
async function askedIn(store: RunStore): Promise<number> {
  let asked = 0;
  for await (const line of store.read('golden')) {
    const { t, kind, status } = line as { t: string; kind?: string; status?: string };
    if (t === 'effect' && kind === 'model') asked += 1;
    // The last call of a run that failed is made again.
    if (t === 'end' && status === 'failed') asked -= 1;
  }
  return asked;
}

/** Resumes a journal of which only a part is there. */
async function resume(run: KeptRun, share: number): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'rlm-golden-'));
  try {
    const file = join(place, 'golden.jsonl');
    cpSync(run.journal, file);
    truncateSync(file, partOf(readFileSync(file, 'utf8'), share));
    const store = jsonlStore({ folder: place, sync: false });
    return await run.resume(store, modelOf(run, await askedIn(store)));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Where a share of what the last owner wrote ends, mostly within a line. */
function partOf(text: string, share: number): number {
  const begins = text.lastIndexOf('"t":"head"');
  const start = text.indexOf('\n', Math.max(begins, text.lastIndexOf('"t":"open"'))) + 1;
  return start + Math.round((text.length - start) * share);
}

/** Where a run's journal is cut: a run that failed makes its last call again, and then counts one more. */
function sharesOf({ name, first }: KeptRun): readonly number[] {
  if (isRetried({ name })) return [1];
  const isFailed = readFileSync(first, 'utf8').includes('finishReason "error"');
  return [1 / 3, 2 / 3, ...(isFailed ? [] : [1])];
}

describe('a journal that 5dcbf436 wrote', () => {
  it.each(keptRuns)('goes on to its end: $name', async (run) => {
    const first = readFileSync(run.first, 'utf8');
    for (const share of sharesOf(run)) {
      const end = await resume(run, share);
      // A golden run that was resumed has several ends.
      expect(end, `${share} of it`).toBe(first.slice(-end.length));
    }
  });
});
