/**
 * What a kernel needs that asks policies, and that runs without policies do not load. It has an entry of its own, because bundlers put
 * into a program's first file whatever an entry names that this file imports. This is not a public API: a name here may change with any
 * minor release.
 *
 * @module
 */
export { checkDecision } from './define/check-decision.js';
export { checkReview } from './define/check-review.js';
export { turnOf } from './guard/turn-of.js';
export { valueStep } from './reward/value-step.js';
export { statedConfidence } from './stated-confidence.js';
