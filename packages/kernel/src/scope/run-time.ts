import type { Clock } from '../platform/clock.js';

/** What the time of a run depends on. */
interface Timed {
  readonly clock: Clock;
  readonly depth: number;
  readonly startedAt: number;
  /** How long earlier owners have worked on it, in milliseconds. */
  readonly elapsedBefore: number;
  /** Undefined while the run is made. */
  readonly effects: { readonly replayedMs: number | undefined } | undefined;
}

/** The time as events and results have it: while a journal gives again what happened, the time at which it did. */
export function runTime(run: Timed, { startedAt, elapsedBefore }: Timed): number {
  const replayedMs = run.effects?.replayedMs;
  if (replayedMs === undefined) return run.clock.now();
  const then = startedAt - elapsedBefore + Math.min(replayedMs, elapsedBefore);
  return run.depth === 0 ? then : Math.max(run.startedAt, then);
}

/** How long a run has taken, over all its owners, in milliseconds. */
export function elapsedOf(run: Timed, root: Timed): number {
  return run.elapsedBefore + runTime(run, root) - run.startedAt;
}

/** How long a run took that has ended: one that did nothing anew took what it had taken. */
export function tookMs(run: Timed & { elapsedMs(): number }): number {
  const isReplayed = run.depth === 0 && run.effects?.replayedMs !== undefined;
  return isReplayed ? run.elapsedBefore : run.elapsedMs();
}
