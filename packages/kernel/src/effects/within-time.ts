import { untilAborted } from '@rlm/repl-types/internal';

import { EffectTimeoutError } from '../errors.js';
import { AbortLinker, startDeadline } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import type { Effect } from '../contract/effects.js';

/** Makes one attempt at an effect. Throws `EffectTimeoutError` if it takes too long. */
export async function withinTime<T>(
  { kind, timeoutMs, timeoutOption }: Pick<Effect<T>, 'kind' | 'timeoutMs' | 'timeoutOption'>,
  attempt: (abortSignal: AbortSignal) => Promise<T>,
  abortSignal: AbortSignal,
  clock: Clock,
): Promise<T> {
  if (timeoutMs === undefined) return attempt(abortSignal);
  const link = new AbortLinker().link(abortSignal);
  const cancel = startDeadline(clock, timeoutMs, () => {
    link.abort(new EffectTimeoutError(kind, timeoutMs, timeoutOption));
  });
  try {
    return await untilAborted(attempt(link.signal), link.signal);
  } finally {
    cancel();
    link.unlink();
  }
}
