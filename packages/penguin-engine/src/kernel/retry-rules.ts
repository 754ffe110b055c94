import {
  bound,
  callable,
  fields,
  numberFrom,
  type OptionRule,
  type OptionRules,
} from '@rlm/repl-types/options';

import type { RetryOptions } from './retry.js';

/** The rules for how effects are tried again. */
export const retryRules = (): OptionRules<RetryOptions> => ({
  attempts: bound(1),
  retryBudget: bound(),
  minDelayMs: numberFrom(0),
  maxDelayMs: numberFrom(0),
  maxRetryAfterMs: numberFrom(0),
  isRetryable: callable,
  random: callable,
});

/** The rule for an option `retry`. */
export const retryRule = (): OptionRule => fields<RetryOptions>(retryRules());
