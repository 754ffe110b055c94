import { onAbort } from '../on-abort.js';

/** Runs tasks one after another, in the order in which they came. */
export interface SerialQueue {
  /** Whether a task is under way. */
  readonly isBusy: boolean;
  /** Whether a task is under way, or waits for its turn. */
  readonly isTaken: boolean;
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
  /** What waits for its turn: begins the task, or returns undefined if its caller has left. */
  const waiting: (() => Promise<unknown> | undefined)[] = [];
  let isBusy = false;
  let isTaken = false;

  const next = (): void => {
    const task = waiting.shift()?.();
    if (task !== undefined) {
      isBusy = true;
      task.then(end, end);
    } else if (waiting.length > 0) next();
    else isTaken = false;
  };
  const end = (): void => {
    isBusy = false;
    onEnd();
    if (waiting.length > 0) queueMicrotask(next);
    else isTaken = false;
  };
  return {
    get isBusy() {
      return isBusy;
    },
    get isTaken() {
      return isTaken;
    },
    run<Value>(task: () => Promise<Value>, abortSignal?: AbortSignal, leave?: () => Value) {
      return new Promise<Value>((resolve, reject) => {
        let hasLeft = false;
        let forget: () => void = () => undefined;
        waiting.push(() => {
          if (hasLeft) return undefined;
          forget();
          const running = task();
          running.then(resolve, reject);
          return running;
        });
        if (!isTaken) {
          isTaken = true;
          // Not at once: what the caller does in this moment comes first.
          queueMicrotask(next);
        }
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
    },
  };
}
