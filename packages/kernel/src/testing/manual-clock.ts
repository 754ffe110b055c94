import type { Clock } from '../platform/clock.js';
import { nextTurn } from '../platform/system.js';

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Goes on by `ms`; who sleeps until then wakes in order, and has run when this resolves. */
  advance(ms: number): Promise<void>;
  /** Goes on to the next sleeper's time, if there is one; gives whether there was. */
  advanceToNext(): Promise<boolean>;
  /** How many sleep. */
  readonly sleeping: number;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock for tests, at `startMs` (default 0): nothing waits for real. */
export function manualClock(startMs = 0): ManualClock {
  const sleepers = new Set<Sleeper>();
  let now = startMs;

  const next = (limit: number): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const sleeper of sleepers) {
      if (sleeper.until <= limit && (first === undefined || sleeper.until < first.until)) {
        first = sleeper;
      }
    }
    return first;
  };

  const wakeNext = async (limit: number): Promise<boolean> => {
    await nextTurn();
    const sleeper = next(limit);
    if (sleeper === undefined) return false;
    sleepers.delete(sleeper);
    now = Math.max(now, sleeper.until);
    sleeper.wake();
    await nextTurn();
    return true;
  };

  return {
    now: () => now,
    sleep: (ms, abortSignal) =>
      new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          sleepers.delete(sleeper);
          reject(abortSignal?.reason as Error);
        };
        const sleeper: Sleeper = {
          until: now + ms,
          wake: () => {
            abortSignal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        if (abortSignal?.aborted === true) {
          leave();
          return;
        }
        sleepers.add(sleeper);
        abortSignal?.addEventListener('abort', leave, { once: true });
      }),
    async advance(ms) {
      const end = now + ms;
      while (await wakeNext(end));
      now = end;
    },
    advanceToNext: () => wakeNext(Infinity),
    get sleeping() {
      return sleepers.size;
    },
  };
}
