import type { TerminationFactory } from '../define/define-termination.js';
import { defineLimit, metric } from './limit.js';

/** Options of `wall_clock`. */
export interface WallClockOptions {
  /** Milliseconds that a run may take. Default: 600,000 (ten minutes). */
  readonly maxMs?: number | undefined;
}

/** `wall_clock`: ends a run when `metrics.elapsed_ms` reaches the limit. It has no clock of its own. */
export const wallClock: TerminationFactory<WallClockOptions> = defineLimit(
  'wall_clock',
  'maxMs',
  600_000,
  'milliseconds',
  () => (context) => metric(context, 'elapsed_ms'),
  'elapsed_ms',
);
