import { onAbort } from '../on-abort.js';

/** Runs tasks one after another, in the order in which they came. */
export interface SerialQueue {
  /** Whether a task is under way. */
  readonly isBusy: boolean;
  /**
   * Runs a task when its turn comes. If the signal is aborted first, the task is skipped, and `leave` returns (or
   * throws) the caller's result at once.
   */
  run<Value>(
    task: () => Promise<Value>,
    abortSignal?: AbortSignal,
    leave?: () => Value,
  ): Promise<Value>;
}

/**
 * Makes a {@link SerialQueue}; a task that fails does not stop the next.
 *
 * @param onEnd Called whenever a task has ended.
 */
export function createSerialQueue(onEnd: () => void): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  return {
    get isBusy() {
      return isBusy;
    },
    run<Value>(task: () => Promise<Value>, abortSignal?: AbortSignal, leave?: () => Value) {
      let hasLeft = false;
      let forget: () => void = () => undefined;
      const result = new Promise<Value>((resolve, reject) => {
        const before = last;
        last = before.then(async () => {
          if (hasLeft) return;
          forget();
          isBusy = true;
          await task().then(resolve, reject);
          isBusy = false;
          onEnd();
        });
        if (leave === undefined || abortSignal?.aborted === true) return;
        forget = onAbort(abortSignal, () => {
          hasLeft = true;
          resolve(
            new Promise<Value>((give) => {
              give(leave());
            }),
          );
        });
      });
      return result;
    },
  };
}
