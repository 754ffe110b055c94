import { messageOf } from '@rlm/repl-types/internal';

import type { FailedAttempt } from '../contract/effects.js';
import type { KernelEvent } from '../events/events.js';

/**
 * The event for a failed attempt that another attempt follows, after a wait that starts at `nowMs`.
 */
export function retryEvent(
  kind: string,
  { attempt, maxAttempts, error, waitMs }: FailedAttempt,
  nowMs: number,
): KernelEvent {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return {
    type: 'retry',
    kind,
    attempt,
    maxAttempts,
    error: { code: typeof code === 'string' ? code : 'error', message: messageOf(error) },
    waitMs,
    untilMs: nowMs + waitMs,
  };
}
