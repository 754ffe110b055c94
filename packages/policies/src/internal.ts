/**
 * Helpers that the loops of this repository share. This is not a public API: a name here may change with any minor
 * release.
 *
 * @module
 */
export { actionResult } from './action-result.js';
export { resetPolicy } from './define/at-once.js';
export { checkDecision } from './define/check-decision.js';
export { checkReview } from './define/check-review.js';
export { turnOf } from './guard/turn-of.js';
export { PolicyError } from './policy-error.js';
export { rewardBy } from './reward/reward-by.js';
export { valueStep } from './reward/value-step.js';
export { statedConfidence } from './stated-confidence.js';
// For the kernel, which sees no further down.
export { createThoughtFilter, withoutThoughts } from '@rlm/termination/internal';
