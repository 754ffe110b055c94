import { askHook, awaitHook } from '@rlm/repl-types/internal';
import { rule } from '@rlm/repl-types/options';

import type { Clock } from './clock.js';
import { systemClock } from './system.js';

/**
 * A clock of the caller that cannot break its readers: instead of throwing, `now` returns the last
 * time that it knew. Errors of the clock go to `onFault`.
 */
export function guardClock(clock: Clock, onFault: (fault: unknown) => void): Clock {
  if (clock === systemClock) return clock;
  const time = rule('a finite number', Number.isFinite);
  let last = 0;
  return Object.freeze({
    now() {
      try {
        last = askHook('clock.now()', () => clock.now(), time);
      } catch (fault) {
        onFault(fault);
      }
      return last;
    },
    async sleep(ms: number, abortSignal?: AbortSignal) {
      try {
        await awaitHook(() => clock.sleep(ms, abortSignal));
      } catch (fault) {
        if (abortSignal?.aborted !== true) onFault(fault);
        throw fault;
      }
    },
  });
}
