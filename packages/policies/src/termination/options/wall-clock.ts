import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `wall_clock`. */
export interface WallClockOptions {
  /** Milliseconds that a run may take. Default: 600,000 (ten minutes). */
  readonly maxMs?: number;
}

/** What `wall_clock` may be configured with. */
export const wallClockOptions: PolicyOptions<WallClockOptions> = {
  defaults: { maxMs: 600_000 },
};
