import type { Clock } from '../platform/clock.js';

/** The parts of a run that its time depends on. */
interface Timed {
  readonly clock: Clock;
  readonly depth: number;
  readonly startedAt: number;
  /** How long earlier owners worked on it, in milliseconds. */
  readonly elapsedBefore: number;
  /** Undefined while the run is being made. */
  readonly effects: { readonly replayedMs: number | undefined } | undefined;
}

/**
 * The time for events and results; during a replay, the time at which the replayed input was
 * recorded.
 */
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

/** How long an ended run took. If it did nothing new, it took as long as before. */
export function tookMs(run: Timed & { elapsedMs(): number }): number {
  const isReplayed = run.depth === 0 && run.effects?.replayedMs !== undefined;
  return isReplayed ? run.elapsedBefore : run.elapsedMs();
}
