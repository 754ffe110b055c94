import { until, abortHub } from '@rlm/repl-types/internal';

import { EffectTimeoutError } from '../errors.js';
import { startDeadline } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import type { EffectKind } from '../contract/effects.js';

/**
 * Makes one attempt at an effect, with a signal of its own: what the attempt leaves listening does not stay with the
 * run. Throws `EffectTimeoutError` if it takes too long. */
export function withinTime<T>(
  {
    kind,
    timeoutMs,
    timeoutOption,
    ownSignals,
  }: {
    readonly kind: EffectKind;
    readonly timeoutMs?: number | undefined;
    readonly timeoutOption?: string | undefined;
    readonly ownSignals?: boolean | undefined;
  },
  attempt: (abortSignal: AbortSignal) => Promise<T>,
  abortSignal: AbortSignal,
  clock: Clock,
): Promise<T> {
  if (ownSignals === true) return attempt(abortSignal);
  const controller = new AbortController();
  let stop: (reason: unknown) => void;
  const cancel =
    timeoutMs === undefined
      ? undefined
      : startDeadline(clock, timeoutMs, () => {
          stop(new EffectTimeoutError(kind, timeoutMs, timeoutOption));
        });
  return until(attempt(controller.signal), (settle) => {
    let unwatch = (): void => undefined;
    const end = (): void => {
      cancel?.();
      unwatch();
    };
    stop = (reason) => {
      end();
      settle(() => {
        controller.abort(reason);
        throw reason as Error;
      });
    };
    unwatch = abortHub.watch(abortSignal, stop);
    return end;
  });
}
