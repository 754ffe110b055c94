import { numberFrom } from '@rlm/repl-types/internal';

import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `max_steps`. */
export interface MaxStepsOptions {
  /** Steps that a run may take. Default: Infinity, so that only the context's `maxSteps` applies. */
  readonly maxSteps?: number;
}

/** What `max_steps` may be configured with. */
export const maxStepsOptions: PolicyOptions<MaxStepsOptions> = {
  defaults: { maxSteps: Infinity },
  rules: { maxSteps: numberFrom(1) },
};
