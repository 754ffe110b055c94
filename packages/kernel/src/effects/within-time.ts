import { EffectTimeoutError } from '../errors.js';
import { startDeadline } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import type { Effect } from '../contract/effects.js';

/** Makes one attempt at an effect. Throws `EffectTimeoutError` if it takes too long. */
export function withinTime<T>(
  { kind, timeoutMs, timeoutOption }: Pick<Effect<T>, 'kind' | 'timeoutMs' | 'timeoutOption'>,
  attempt: (abortSignal: AbortSignal) => Promise<T>,
  abortSignal: AbortSignal,
  clock: Clock,
): Promise<T> {
  if (timeoutMs === undefined) return attempt(abortSignal);
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const fail: (fault: unknown) => void = reject;
    const stop = (reason: unknown): void => {
      end();
      controller.abort(reason);
      fail(reason);
    };
    const onAbort = (): void => {
      stop(abortSignal.reason);
    };
    const cancel = startDeadline(clock, timeoutMs, () => {
      stop(new EffectTimeoutError(kind, timeoutMs, timeoutOption));
    });
    const end = (): void => {
      cancel();
      abortSignal.removeEventListener('abort', onAbort);
    };
    if (abortSignal.aborted) onAbort();
    else abortSignal.addEventListener('abort', onAbort, { once: true });
    attempt(controller.signal).then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        fail(error);
      },
    );
  });
}
