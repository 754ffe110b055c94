import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `no_progress`. */
export interface NoProgressOptions {
  /** Consecutive steps that bring nothing new. Default: 5. */
  readonly maxSteps?: number;
}

/** What `no_progress` may be configured with. */
export const noProgressOptions: PolicyOptions<NoProgressOptions> = {
  defaults: { maxSteps: 5 },
};
