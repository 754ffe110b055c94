/**
 * What the loops of this repository share beneath the entries. It is not for others: a name here may change with any minor
 * release.
 *
 * @module
 */
export { checkDecision } from './define/check-decision.js';
export { checkReview } from './define/check-review.js';
export { turnOf } from './guard/turn-of.js';
export type { AnswerReview } from './shapes.js';
export type { WalletGuard } from './guard/wallet-guard.js';
