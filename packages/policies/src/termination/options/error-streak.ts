import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `error_streak`. */
export interface ErrorStreakOptions {
  /** Failed steps in a row that end the run. Default: 3. */
  readonly maxErrors?: number;
}

/** What `error_streak` may be configured with. */
export const errorStreakOptions: PolicyOptions<ErrorStreakOptions> = {
  defaults: { maxErrors: 3 },
};
