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

/**
 * Does something in the time of a call: until its limit, in milliseconds, or its signal ends it. Then `time` is aborted with a
 * {@link CallStopped}.
 */
export async function inTime<Value>(
  limitMs: number,
  abortSignal: AbortSignal | undefined,
  task: (time: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const time = new AbortController();
  const timer = setTimeout(() => {
    time.abort(new CallStopped({ kind: 'timeout', limitMs }));
  }, limitMs);
  const forget = onAbort(abortSignal, (reason) => {
    time.abort(new CallStopped({ kind: 'aborted', reason: abortReason(abortSignal) }, reason));
  });
  try {
    return await task(time.signal);
  } finally {
    clearTimeout(timer);
    forget();
  }
}
