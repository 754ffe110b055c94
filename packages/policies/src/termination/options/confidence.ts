import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `confidence` (seed document 001). */
export interface ConfidenceOptions {
  /** The confidence that ends the run. Default: 0.85. */
  readonly confidenceThreshold?: number;
  /** Before this step only a final action ends the run. Default: 2. */
  readonly minStepsBeforeTermination?: number;
  /** The key of `result.metadata` that is read. Default: `confidence`. */
  readonly confidenceKey?: string;
  /** Whether `final_pattern` decides if the confidence is too low. Default: true. */
  readonly fallbackToFinalPattern?: boolean;
}

/** What `confidence` may be configured with. */
export const confidenceOptions: PolicyOptions<ConfidenceOptions> = {
  defaults: {
    confidenceThreshold: 0.85,
    minStepsBeforeTermination: 2,
    confidenceKey: 'confidence',
    fallbackToFinalPattern: true,
  },
};
