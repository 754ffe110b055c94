import { untilExpired, type ReleaseSlot } from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import { onAbort } from '../on-abort.js';
import { createTenantQueue } from './tenant-queue.js';

/** Places for the sessions of a pool, and the queue of those who wait for one. */
export interface PoolPlaces {
  /** A place, if one is free and no one waits. */
  take(): ReleaseSlot | undefined;
  /**
   * A place, as soon as one is free. Tenants take turns; of one tenant, the first come is served first.
   *
   * @throws SandboxError `pool_full`, `pool_timeout`, `session_closed`; the signal's reason
   */
  wait(tenant: string, abortSignal: AbortSignal | undefined): Promise<ReleaseSlot>;
  /** Sends away all who wait. */
  close(): void;
}

/** The bounds of {@link PoolPlaces}. */
export interface PoolBounds {
  readonly max: number;
  readonly maxWaiting: number;
  readonly waitMs: number;
}

/** A caller who waits. Exactly one of the two is called. */
interface Waiter {
  readonly admit: (place: ReleaseSlot) => void;
  readonly refuse: (reason: Error) => void;
}

/** Makes {@link PoolPlaces}. */
export function createPoolPlaces({ max, maxWaiting, waitMs }: PoolBounds): PoolPlaces {
  const waiting = createTenantQueue<Waiter>();
  const advice = 'close sessions that are done with, or open the pool with a larger max';
  let free = max;

  /** A place that was taken. Leaving it passes it to the next who waits. */
  const place = (): ReleaseSlot => {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const next = waiting.next();
      if (next === undefined) free += 1;
      else next.admit(place());
    };
  };
  const full = (): SandboxError =>
    new SandboxError(
      'pool_full',
      `all ${max} sessions of the pool are in use, and ${waiting.size} wait for one (maxWaiting): ${advice}`,
    );

  return {
    take() {
      if (free <= 0) return undefined;
      free -= 1;
      return place();
    },
    async wait(tenant, abortSignal) {
      if (waiting.size >= maxWaiting) {
        // A tenant that fills the queue does not keep others out: the last of the longest line makes room for them.
        const last = waiting.giveWay(tenant);
        if (last === undefined) throw full();
        last.refuse(full());
      }
      let forget: () => void = () => undefined;
      let leave: () => void = () => undefined;
      const entering = new Promise<ReleaseSlot>((admit, refuse: (reason: Error) => void) => {
        const giveUp = (reason: unknown): void => {
          leave();
          refuse(reason as Error);
        };
        leave = waiting.add(tenant, { admit, refuse });
        forget = onAbort(abortSignal, giveUp);
      });
      try {
        return await untilExpired(entering, waitMs, () => {
          leave();
          const text = `no session of the pool was free within ${waitMs} ms (waitMs): all ${max} are in use; ${advice}`;
          throw new SandboxError('pool_timeout', text);
        });
      } finally {
        forget();
      }
    },
    close() {
      const reason = new SandboxError('session_closed', 'the pool was closed');
      for (let next = waiting.next(); next !== undefined; next = waiting.next()) {
        next.refuse(reason);
      }
    },
  };
}
