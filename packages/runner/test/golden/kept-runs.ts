import { cpSync, existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RunStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import type { RunJournal } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import type { ScriptedReply } from '@rlm/kernel/testing';

import * as task from '../../../penguin-engine/test/golden/play.js';
import * as taskRuns from '../../../penguin-engine/test/golden/runs.js';
import { endOf, playOnce, withUsage, type GoldenRun } from './play.js';
import { goldenRuns, work } from './runs.js';

/** The end of a run: as the golden files have it, and what stopped it. */
interface End {
  readonly end: string;
  readonly stop: { readonly error?: unknown } | null;
}

/** A golden run whose journal some commit wrote. */
export interface KeptRun {
  readonly name: string;
  /** The file of its journal, and the one with its golden end. */
  readonly journal: string;
  readonly first: string;
  readonly replies: readonly ScriptedReply[] | ModelFunction;
  /** Lets it go on. */
  readonly resume: (journal: RunJournal, model: ModelFunction) => Promise<End>;
}

/** The golden runs of both loops whose journals a commit wrote. */
export function keptRunsOf(commit: string): readonly KeptRun[] {
  const folder = join(import.meta.dirname, 'journals', commit);
  const tasks = join(import.meta.dirname, '../../../penguin-engine/test/golden');
  return [
    ...[...goldenRuns, work].map((golden) => ({
      name: `runRlm: ${golden.name}`,
      journal: join(folder, 'rlm', `${golden.name}.jsonl`),
      first: join(import.meta.dirname, 'first', `${golden.name}.txt`),
      replies: repliesOf(golden),
      resume: async (journal: RunJournal, replies: ModelFunction) => {
        const more = golden.resumes?.at(-1)?.options?.() ?? {};
        const { result } = await playOnce(golden, journal, { replies, more });
        return { end: endOf(result), stop: result.stop };
      },
    })),
    ...[...taskRuns.goldenRuns, taskRuns.work].map((golden) => ({
      name: `${golden.mode}: ${golden.name}`,
      journal: join(folder, 'task', `${golden.name}.jsonl`),
      first: join(tasks, 'first', `${golden.name}.txt`),
      replies: golden.replies.map(task.withUsage),
      resume: async (journal: RunJournal, model: ModelFunction) => {
        const { result } = await task.playOnce(golden, journal, model);
        return { end: task.endOf(result), stop: result.stop };
      },
    })),
  ].filter(({ journal }) => existsSync(journal));
}

/** All that a model replies to a run and to those that resume it. */
function repliesOf({ replies, resumes = [] }: GoldenRun): KeptRun['replies'] {
  if (typeof replies === 'function') return replies;
  const later = resumes.flatMap((resumed) =>
    typeof resumed.replies === 'function' ? [] : resumed.replies.map(withUsage),
  );
  return [...replies.map(withUsage), ...later];
}

/** Calls a function with a store that has a copy of a journal, as the run `golden`. */
export async function withCopy<Value>(
  journal: string,
  use: (store: RunStore, file: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-golden-'));
  try {
    const file = join(folder, 'golden.jsonl');
    cpSync(journal, file);
    return await use(jsonlStore({ folder, sync: false }), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
