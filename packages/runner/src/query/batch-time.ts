import type { RunContext } from '@rlm/kernel';
import { createAbortHub } from '@rlm/repl-types/internal';

import { QueryError } from '../query-errors.js';

/** How much of a run's time a batch leaves to the code after it: a share, but at most `maxMs`. */
const left = { share: 0.1, maxMs: 10_000 };

/** The time that a batch has. */
export interface BatchTime {
  /** Aborted when the time is over: what is unanswered by then gets no answer. */
  readonly abortSignal: AbortSignal;
  /** Ends the time early: for a reason, or because the batch is done. */
  end(reason?: unknown): void;
}

/**
 * Starts the time of a batch. It ends when its own signal is aborted, or shortly before the run's
 * time is over, so that the code can still use the answers that have arrived.
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
    // The moment is an effect, so that a resumed run ends the batch at the same place.
    const perform = async (signal: AbortSignal): Promise<null> => {
      const { timeMs } = ledger.remaining();
      await clock.sleep(timeMs - Math.min(timeMs * left.share, left.maxMs), signal);
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
