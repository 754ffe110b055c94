import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { needsLimit } from '../define/needs.js';
import { metric } from './limit.js';

/** Options of `error_streak`. */
export interface ErrorStreakOptions {
  /** Failed steps in a row that end the run. Default: 3. */
  readonly maxErrors?: number | undefined;
}

/**
 * `error_streak`: ends a run after a number of consecutive failed steps. Counts `metrics.consecutive_errors` if it is
 * present, else the results without success.
 */
export const errorStreak: TerminationFactory<ErrorStreakOptions> = defineTermination({
  name: 'error_streak',
  description: 'After failed steps in a row',
  defaults: { maxErrors: 3 },
  needs: ({ maxErrors }) => needsLimit('maxErrors', maxErrors),
  start({ maxErrors }) {
    let streak = 0;
    return (result, context) => {
      streak = result.success ? 0 : streak + 1;
      const errors = metric(context, 'consecutive_errors') ?? streak;
      return errors >= maxErrors
        ? stop('error_streak', `${errors} failed steps in a row`)
        : proceed;
    };
  },
});
