import type { TerminationFactory } from '../define/define-termination.js';
import { defineLimit, metric } from './limit.js';
import { wallClockOptions, type WallClockOptions } from './options/wall-clock.js';

/** `wall_clock`: ends a run when `metrics.elapsed_ms` reaches the limit. It has no clock of its own. */
export const wallClock: TerminationFactory<WallClockOptions> = defineLimit(
  'wall_clock',
  'maxMs',
  wallClockOptions,
  'milliseconds',
  () => (context) => metric(context, 'elapsed_ms'),
  'elapsed_ms',
);
