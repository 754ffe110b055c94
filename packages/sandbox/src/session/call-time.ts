import { untilAborted } from '@rlm/repl-types/internal';

import { onAbort } from './on-abort.js';
import { abortReason, type StopCause } from './result.js';

/** Why a call on a session ends before its result has come. */
export class CallStopped extends Error {
  readonly stop: Extract<StopCause, { kind: 'timeout' | 'aborted' }>;

  constructor(stop: CallStopped['stop'], reason?: unknown) {
    super(stop.kind, { cause: reason });
    this.stop = stop;
  }
}

/** The time of one call on a session: until its limit or its signal ends it. */
export interface CallTime {
  /** The result of the task; rejects with {@link CallStopped} if the time is over first (the task goes on). */
  within<Value>(task: Promise<Value>): Promise<Value>;
  leftMs(): number;
  /** Must be called when the call ends: frees timer and listener. */
  end(): void;
}

/** Starts the time of a call. */
export function startCallTime(limitMs: number, abortSignal: AbortSignal | undefined): CallTime {
  const startedAt = performance.now();
  const over = new AbortController();
  const stop = (stopped: CallStopped): void => {
    over.abort(stopped);
  };
  const timer = setTimeout(() => {
    stop(new CallStopped({ kind: 'timeout', limitMs }));
  }, limitMs);
  const forget = onAbort(abortSignal, (reason) => {
    stop(new CallStopped({ kind: 'aborted', reason: abortReason(abortSignal) }, reason));
  });
  return {
    within: (task) => untilAborted(task, over.signal),
    leftMs: () => Math.max(0, limitMs - (performance.now() - startedAt)),
    end() {
      clearTimeout(timer);
      forget();
    },
  };
}
