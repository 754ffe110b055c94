import type { Clock } from '../platform/clock.js';
import { nextTurn } from '@rlm/repl-types/internal';

/** A clock that moves only when a test moves it. */
export interface ManualClock extends Clock {
  /** Moves on by `ms`; sleepers that are due wake in order, and have run when this resolves. */
  advance(ms: number): Promise<void>;
  /** Moves on to the time of the next sleeper; returns false if there is no sleeper. */
  advanceToNext(): Promise<boolean>;
  /** The number of sleepers. */
  readonly sleeping: number;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Creates a clock for tests that starts at `startMs` (default 0): no sleep takes real time. */
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
