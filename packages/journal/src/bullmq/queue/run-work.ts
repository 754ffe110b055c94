import type { RunJournal } from '@rlm/kernel';
import { awaitHook, messageOf, settle } from '@rlm/repl-types/internal';

import { JournalError } from '../../errors.js';
import { readRunState } from '../../lines/run-state.js';
import type { RunStore } from '../../store/run-store.js';
import { progressIn, progressOf, type RunProgress } from '../../store/stored-journal.js';
import { itemsOf } from '../../store/items-of.js';

/** Starts a run with its journal. */
export type StartRun = (
  journal: RunJournal,
  spec: unknown,
) =>
  | { readonly result: PromiseLike<unknown> }
  | PromiseLike<{ readonly result: PromiseLike<unknown> }>;

/** How far a run has come, by its journal. */
export async function readProgress(store: RunStore, runId: string): Promise<RunProgress> {
  return progressIn(readRunState(runId, await itemsOf('store.read', () => store.read(runId))));
}

/** Whether there is nothing to do for a run: it has ended, or waits for a person. */
export function isAtRest({ end, isWaiting }: RunProgress): boolean {
  return end === undefined ? isWaiting : end.status !== 'failed';
}

/**
 * Continues a run until it has ended, waits for a person (`waiting`), or was aborted by its own program (`handed-back`).
 * Otherwise rejects with the reason, as far as the run's result states it.
 *
 * @param takeOver Whether the run's current owner is gone, or must stop.
 */
export async function workOn(
  store: RunStore,
  start: StartRun,
  runId: string,
  takeOver: boolean,
): Promise<'ended' | 'waiting' | 'handed-back'> {
  const journal = await awaitHook(() => store.open(runId, { takeOver }));
  let ended: unknown;
  try {
    const { spec } = progressOf(journal) ?? (await readProgress(store, runId));
    const { result } = await awaitHook(() => start(journal, spec));
    ended = await settle(result);
  } catch (fault) {
    // Its reason stays the one that is listed, whether the journal can be closed or not.
    await journal.close().catch(() => undefined);
    throw fault;
  }
  await journal.close();
  const own = progressOf(journal);
  if (own !== undefined && isAtRest(own)) return restOf(own);
  // Another owner may have ended the run.
  const progress = await readProgress(store, runId);
  if (isAtRest(progress)) return restOf(progress);
  if (resultOf(ended).finishReason === 'aborted') return 'handed-back';
  throw new Error(reasonOf(ended, progress));
}

const restOf = ({ end }: RunProgress): 'ended' | 'waiting' =>
  end === undefined ? 'waiting' : 'ended';

/** The known fields of the results of all loops. */
interface KnownResult {
  readonly finishReason?: unknown;
  readonly stop?: { readonly code?: unknown; readonly message?: unknown } | null;
  readonly error?: unknown;
}

const resultOf = (ended: unknown): KnownResult => ended ?? {};

/** Why a run is not at rest, according to its program's result. */
function reasonOf(ended: unknown, { end }: RunProgress): string {
  const { stop, error } = resultOf(ended);
  const words = error === undefined ? stop?.message : messageOf(error);
  const said = [stop?.code, words].filter((each) => typeof each === 'string').join(': ');
  if (said !== '') return said;
  if (end !== undefined) return `The run ended with "${end.finishReason}"`;
  return 'The run was left before its end: its result came, and its journal has no end';
}

/** Whether trying again is useless. BullMQ marks this by the name of an error. */
export function isForGood(fault: unknown): boolean {
  if (fault instanceof Error && fault.name === 'UnrecoverableError') return true;
  if (!JournalError.isInstance(fault)) return false;
  return fault.code === 'journal_not_found' || fault.code === 'journal_corrupt';
}
