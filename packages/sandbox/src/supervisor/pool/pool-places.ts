import { createSemaphore, untilExpired, type ReleaseSlot } from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import { onAbort } from '../on-abort.js';

/** Places for the sessions of a pool, and the queue of those who wait for one. */
export interface PoolPlaces {
  /** A place, if one is free and no one waits. */
  take(): ReleaseSlot | undefined;
  /**
   * A place, as soon as one is free: first come, first served.
   *
   * @throws SandboxError `pool_full`, `pool_timeout`, `session_closed`; the signal's reason
   */
  wait(abortSignal: AbortSignal | undefined): Promise<ReleaseSlot>;
  /** Sends away all who wait. */
  close(): void;
}

/** The bounds of {@link PoolPlaces}. */
export interface PoolBounds {
  readonly max: number;
  readonly maxWaiting: number;
  readonly waitMs: number;
}

/** Makes {@link PoolPlaces}. */
export function createPoolPlaces({ max, maxWaiting, waitMs }: PoolBounds): PoolPlaces {
  const places = createSemaphore(max);
  const waiting = new Set<(reason: unknown) => void>();
  const advice = 'close sessions that are done with, or open the pool with a larger max';

  return {
    take: () => (waiting.size > 0 ? undefined : places.tryEnter()),
    async wait(abortSignal) {
      if (waiting.size >= maxWaiting) {
        throw new SandboxError(
          'pool_full',
          `all ${max} sessions of the pool are in use, and ${waiting.size} wait for one (maxWaiting): ${advice}`,
        );
      }
      const queueing = new AbortController();
      const giveUp = (reason: unknown): void => {
        queueing.abort(reason);
      };
      waiting.add(giveUp);
      const forget = onAbort(abortSignal, giveUp);
      try {
        const entering = places.enter(queueing.signal);
        return await untilExpired(entering, waitMs, () => {
          const text = `no session of the pool was free within ${waitMs} ms (waitMs): all ${max} are in use; ${advice}`;
          giveUp(new SandboxError('pool_timeout', text));
          return entering;
        });
      } finally {
        waiting.delete(giveUp);
        forget();
      }
    },
    close() {
      const reason = new SandboxError('session_closed', 'the pool was closed');
      for (const giveUp of waiting) giveUp(reason);
    },
  };
}
