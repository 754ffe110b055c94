import { checkOptions, fields, listOf, oneOf, required } from '@rlm/repl-types/options';
import { awaitHook, numberFrom, refuseOption } from '@rlm/repl-types/internal';
import { systemClock } from '@rlm/kernel';

import { runStatuses, type RunStatus, type RunStore } from '../store/run-store.js';
import { itemsOf } from '../store/items-of.js';

/** Which runs {@link removeRuns} removes. */
export interface RetentionOptions {
  /** Runs that were created at least this long ago, in milliseconds. */
  readonly olderThanMs: number;
  /**
   * Runs with one of these statuses. Default `['ended', 'failed']`. A run with the status `running` is never removed, and the age
   * of a `corrupt` one is not known: name `corrupt` to remove all of those.
   */
  readonly statuses?: readonly RunStatus[] | undefined;
}

/** The result of {@link removeRuns}. */
export interface RemovedRuns {
  /** The ids of the runs that are gone. */
  readonly removed: readonly string[];
  /** The runs that are still there, with the reason: one that was opened meanwhile has `journal_locked`. */
  readonly failed: readonly { readonly runId: string; readonly error: unknown }[];
}

/**
 * Removes runs by their age, with the blobs that no other run names. One that cannot be removed does not keep the others.
 *
 * @example
 * const { removed } = await removeRuns(store, { olderThanMs: 30 * 24 * 3_600_000 });
 */
export async function removeRuns(
  store: RunStore,
  options: RetentionOptions = {} as RetentionOptions,
): Promise<RemovedRuns> {
  const rules = fields<RetentionOptions>({
    olderThanMs: required(numberFrom(0)),
    statuses: listOf(oneOf(...runStatuses)),
  });
  checkOptions(options, rules, refuseOption);
  const { olderThanMs, statuses = ['ended', 'failed'] } = options;
  const latest = systemClock.now() - olderThanMs;
  // A store may change under a list that is still being read.
  const runs = await itemsOf('store.list', () => store.list());
  const due = runs.filter(
    ({ status, made }) => status !== 'running' && statuses.includes(status) && made <= latest,
  );
  const removed: string[] = [];
  const failed: { runId: string; error: unknown }[] = [];
  for (const { runId } of due) {
    try {
      await awaitHook(() => store.remove(runId));
      removed.push(runId);
    } catch (error) {
      failed.push({ runId, error });
    }
  }
  return { removed, failed };
}
