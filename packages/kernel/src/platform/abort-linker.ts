import { abortHub, awaitHook, maxTimerMs, type StartTimer } from '@rlm/repl-types/internal';

import type { Clock } from './clock.js';
import { systemClock } from './system.js';

/** A controller that is aborted with its sources, until it is unlinked from them. */
export interface LinkedController {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Unlinks the sources, so that a long-lived one does not keep this in memory. */
  unlink(): void;
}

/** A new controller, linked to `sources`; undefined ones are skipped. */
export function linkSignals(...sources: readonly (AbortSignal | undefined)[]): LinkedController {
  const controller = new AbortController();
  const unwatching: (() => void)[] = [];
  const unlink = (): void => {
    for (const unwatch of unwatching.splice(0)) unwatch();
  };
  const abort = (reason: unknown): void => {
    unlink();
    if (!controller.signal.aborted) controller.abort(reason);
  };
  for (const source of new Set(sources)) {
    if (source === undefined || controller.signal.aborted) continue;
    unwatching.push(abortHub.watch(source, abort));
  }
  return { signal: controller.signal, abort, unlink };
}

/**
 * Calls `expire` after `ms` on the clock, unless the returned function is called first. If the
 * clock fails, the deadline expires.
 */
export function startDeadline(clock: Clock, ms: number, expire: () => void): () => void {
  if (clock === systemClock && ms <= maxTimerMs) {
    const timer = setTimeout(expire, ms);
    return () => {
      clearTimeout(timer);
    };
  }
  const controller = new AbortController();
  awaitHook(() => clock.sleep(ms, controller.signal)).then(expire, () => {
    if (!controller.signal.aborted) expire();
  });
  return () => {
    // With a reason, since the default is an error whose stack no one reads.
    controller.abort('the deadline is off');
  };
}

/** The timers of a clock, for a wait that has an end. */
export function timersOf(clock: Clock): StartTimer {
  return (ms, expire) => startDeadline(clock, ms, expire);
}
