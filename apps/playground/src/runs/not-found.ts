import { JournalError } from '@rlm/journal';
import { InvalidOptionError } from '@rlm/kernel';
import { nearestFirst } from '@rlm/repl-types/internal';

import { UsageError } from '../usage-error.js';
import type { Runs } from './runs.js';

/** How many ids are named in place of one that there is not. */
const namedIds = 3;

/** The fault of an id that no run has, with the nearest ones; another fault stays as it is. */
export async function notFound(runs: Runs, runId: string, error: unknown): Promise<unknown> {
  const isUnknown = JournalError.isInstance(error) && error.code === 'journal_not_found';
  if (!isUnknown && !InvalidOptionError.isInstance(error)) return error;
  const ids: string[] = [];
  for await (const run of runs.store.list()) ids.push(run.runId);
  const there =
    ids.length === 0
      ? 'the folder has no runs'
      : `the nearest: ${nearestIds(runId, ids).join(', ')} (${runs.commandFor('runs')} lists all)`;
  return new UsageError(`there is no run ${JSON.stringify(runId)} in ${runs.folder}; ${there}`, {
    cause: error,
  });
}

/** Those that begin like it, then those that are spelled like it. */
function nearestIds(wanted: string, ids: readonly string[]): readonly string[] {
  const near = nearestFirst(wanted, ids);
  const begins = (id: string): boolean => wanted !== '' && id.startsWith(wanted);
  return [...near.filter(begins), ...near.filter((id) => !begins(id))].slice(0, namedIds);
}
