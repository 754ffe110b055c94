import { wholeNumber } from '@rlm/repl-types/options';
import { numberFrom } from '@rlm/repl-types/internal';

import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `convergence` (seed document 001's example of a custom policy). */
export interface ConvergenceOptions {
  /** How many of the last outputs must be similar. Default: 3. */
  readonly windowSize?: number;
  /** How similar each pair must be, from 0 to 1. Default: 0.9. */
  readonly similarityThreshold?: number;
  /** The run does not end before this step. Default: 3. */
  readonly minSteps?: number;
}

/** What `convergence` may be configured with. */
export const convergenceOptions: PolicyOptions<ConvergenceOptions> = {
  defaults: {
    windowSize: 3,
    similarityThreshold: 0.9,
    minSteps: 3,
  },
  rules: {
    windowSize: wholeNumber(1),
    similarityThreshold: numberFrom(0, 1),
  },
};
