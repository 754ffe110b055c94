export { InvalidOptionError } from '@rlm/repl-types';
export type {
  ActionResult,
  PolicyContext,
  TerminationDecision,
  TerminationPolicy,
  Turn,
  AnswerReview,
  LoopMetrics,
  NamedPolicy,
} from './shapes/policy.js';
export { actionResult } from './action-result.js';
export { policyContext } from './policy-context.js';
export { PolicyError, type PolicyErrorCode } from './policy-error.js';

export {
  definePolicy,
  type AnyPolicyFactory,
  type PolicyDefinition,
  type PolicyFactory,
} from './define/define-policy.js';
export { proceed, stop } from './define/decisions.js';
export {
  defineTermination,
  type TerminationFactory,
  type Decide,
  type TerminationBehaviour,
  type TerminationDefinition,
} from './define/define-termination.js';

export type { PolicyNames, PolicyName } from './define/policy-names.js';

export { createPolicyRegistry } from './registry/create-policy-registry.js';

export type {
  PolicyRegistry,
  GetPolicy,
  PoliciesConfig,
  PolicyRegistryOptions,
  Register,
  RegisterOptions,
} from './registry/types.js';

export { composite } from './registry/composite.js';
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
export * from './guard/index.js';

export { allOf } from './combinators/all-of.js';
export { anyOf } from './combinators/any-of.js';
export { not } from './combinators/not.js';

export { statedConfidence } from './stated-confidence.js';

// Types that the signatures above use.
export type { Combinator } from './combinators/combinator.js';
export type { Condition } from './combinators/condition.js';
export type { CompleteConfig, ConfigRules } from './define/complete-config.js';
export type { ShapeInit } from './define/complete-shape.js';
export type { PolicyFamily, PolicyKind, PolicyKinds } from './define/kinds.js';
export type { MakePolicy, PolicyClass } from './registry/as-maker.js';
export type { PolicyEntry, PolicyOrigin } from './registry/policy-table.js';
export type { RankedAction } from './shapes/action.js';
export type { Compaction, CompactionContext } from './shapes/compaction.js';
export type * from './termination/policy-configs.js';
