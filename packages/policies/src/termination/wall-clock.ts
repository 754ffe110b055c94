import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { number } from '../define/options.js';
import { metric, untilLimit } from './limit.js';

/** Options of {@link wallClock}. */
export interface WallClockOptions {
  /** Milliseconds that a run may take. Default: 600,000 (ten minutes). */
  readonly maxMs?: number;
}

/** `wall_clock`: ends a run when `metrics.elapsed_ms` reaches the limit. It has no clock of its own. */
export const wallClock: TerminationFactory<WallClockOptions> = defineTermination({
  name: 'wall_clock',
  description: 'Stop after a span of time',
  options: { maxMs: number(600_000, 0, Infinity) },
  start: ({ maxMs }) =>
    untilLimit(
      'wall_clock',
      'milliseconds',
      () => maxMs,
      (context) => metric(context, 'elapsed_ms'),
    ),
});
