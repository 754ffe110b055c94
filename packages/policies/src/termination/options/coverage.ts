import { numberFrom } from '@rlm/repl-types/internal';

import type { PolicyOptions } from '../../define/policy-options.js';
import { regularExpression } from '../../define/regular-expression.js';

/** Options of `coverage`. */
export interface CoverageOptions {
  /** The share of the contexts that must be read, from 0 to 1. Default: 0.9. */
  readonly min?: number;
  /**
   * The questions that ask for all of the data: a regular expression that matches them, ignoring case. Default: English
   * words such as all, every, each, whole, how many, count, total, most, longest. `''` means every question.
   */
  readonly when?: string | RegExp;
}

/**
 * What `coverage` may be configured with. The policy itself has the default of `when`: it is long, and a configuration is
 * checked without it.
 */
export const coverageOptions: PolicyOptions<CoverageOptions> = {
  defaults: { min: 0.9, when: '' },
  rules: {
    min: numberFrom(0, 1),
    when: regularExpression,
  },
};
