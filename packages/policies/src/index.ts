export type {
  ActionResult,
  PolicyContext,
  TerminationDecision,
  TerminationPolicy,
  Turn,
} from './shapes/policy.js';
export { actionResult } from './action-result.js';
export { policyContext } from './policy-context.js';
export { PolicyError } from './policy-error.js';

export { definePolicy } from './define/define-policy.js';
export {
  defineTermination,
  proceed,
  stop,
  type TerminationFactory,
} from './define/define-termination.js';

export type { PolicyNames } from './define/policy-names.js';

export { createPolicyRegistry } from './registry/create-policy-registry.js';

export type { PolicyRegistry } from './registry/types.js';

export { confidence } from './termination/confidence.js';
export { convergence } from './termination/convergence.js';
export { costBudget } from './termination/cost-budget.js';
export { coverage } from './termination/coverage.js';
export { errorStreak } from './termination/error-streak.js';
export { finalPattern } from './termination/final-pattern.js';
export { maxSteps } from './termination/max-steps.js';
export { noProgress } from './termination/no-progress.js';
export { repeatedResponse } from './termination/repeated-response.js';
export { rewardThreshold } from './termination/reward-threshold.js';
export { tokenBudget } from './termination/token-budget.js';
export { trivialResponse } from './termination/trivial-response.js';
export { wallClock } from './termination/wall-clock.js';

export { allOf } from './combinators/all-of.js';
export { anyOf } from './combinators/any-of.js';
export { not } from './combinators/not.js';

export { statedConfidence } from './stated-confidence.js';

export { walletGuard } from './guard/wallet-guard.js';
