import type { RunContext } from '@rlm/kernel';
import { createAbortHub } from '@rlm/repl-types/internal';

import { QueryError } from '../query-errors.js';

/** What of a run's time a batch leaves to the code after it: a share, up to so much. */
const left = { share: 0.1, mostMs: 10_000 };

/** The time that a batch has. */
export interface BatchTime {
  /** Aborted when the time is over: what has no answer by then gets none. */
  readonly abortSignal: AbortSignal;
  /** Ends it before: by a reason, or because the batch is done. */
  end(reason?: unknown): void;
}

/**
 * Starts the time of a batch: until its own signal is aborted, or shortly before the run's time is over, so that
 * the code can still use the answers that came.
 */
export function startBatchTime(
  { ledger, clock, status, effects }: RunContext,
  abortSignal: AbortSignal,
): BatchTime {
  const controller = new AbortController();
  const timer = new AbortController();
  const end = (reason: unknown = new Error('the batch is done')): void => {
    unwatch();
    timer.abort('not needed');
    controller.abort(reason);
  };
  const unwatch = createAbortHub().watch(abortSignal, (reason) => {
    controller.abort(reason);
  });
  if (status.remaining.timeMs < Infinity) {
    // The moment is an effect: a run that is resumed ends the batch at the same place.
    const perform = async (signal: AbortSignal): Promise<null> => {
      const { timeMs } = ledger.remaining();
      await clock.sleep(timeMs - Math.min(timeMs * left.share, left.mostMs), signal);
      return null;
    };
    effects.run({ kind: 'batch-time', input: null, perform, abortSignal: timer.signal }).then(
      () => {
        end(new QueryError("it was not answered before the run's time was nearly over"));
      },
      () => undefined,
    );
  }
  return { abortSignal: controller.signal, end };
}
