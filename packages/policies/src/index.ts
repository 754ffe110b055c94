export type {
  ActionResult,
  NamedPolicy,
  PolicyContext,
  TerminationDecision,
  TerminationPolicy,
  Turn,
} from './shapes.js';
export { actionResult } from './action-result.js';
export { policyContext } from './policy-context.js';
export { PolicyError, type PolicyErrorCode } from './policy-error.js';

export { checkDecision } from './define/check-decision.js';
export type { ShapeInit } from './define/complete-shape.js';
export type { CompleteConfig, ConfigRules } from './define/complete-config.js';
export {
  definePolicy,
  type AnyPolicyFactory,
  type PolicyDefinition,
  type PolicyFactory,
} from './define/define-policy.js';
export {
  defineTermination,
  proceed,
  stop,
  type Decide,
  type TerminationBehaviour,
  type TerminationDefinition,
  type TerminationFactory,
} from './define/define-termination.js';

export type { PolicyName, PolicyNames } from './define/policy-names.js';

export { createPolicyRegistry } from './registry/create-policy-registry.js';
export type { MakePolicy, PolicyClass } from './registry/as-maker.js';
export type { PolicyFamily, PolicyKind, PolicyKinds } from './registry/kinds.js';
export type { PolicyEntry, PolicyOrigin } from './registry/policy-table.js';
export type {
  GetPolicy,
  PoliciesConfig,
  PolicyRegistry,
  PolicyRegistryOptions,
  Register,
  RegisterOptions,
} from './registry/types.js';

export { confidence, type ConfidenceOptions } from './termination/confidence.js';
export { convergence, type ConvergenceOptions } from './termination/convergence.js';
export { costBudget, type CostBudgetOptions } from './termination/cost-budget.js';
export { errorStreak, type ErrorStreakOptions } from './termination/error-streak.js';
export { finalPattern, type FinalPatternOptions } from './termination/final-pattern.js';
export { maxSteps, type MaxStepsOptions } from './termination/max-steps.js';
export { noProgress, type NoProgressOptions } from './termination/no-progress.js';
export { repeatedResponse, type RepeatedResponseOptions } from './termination/repeated-response.js';
export { rewardThreshold, type RewardThresholdOptions } from './termination/reward-threshold.js';
export { tokenBudget, type TokenBudgetOptions } from './termination/token-budget.js';
export { trivialResponse, type TrivialResponseOptions } from './termination/trivial-response.js';
export { wallClock, type WallClockOptions } from './termination/wall-clock.js';
export type { CompositeOptions } from './termination/composite.js';

export { allOf } from './combinators/all-of.js';
export { anyOf } from './combinators/any-of.js';
export { not } from './combinators/not.js';
export type { Condition, NamedCondition } from './combinators/condition.js';

export type { LoopStep, StopCondition } from './ai-sdk/stop-condition.js';

export { statedConfidence } from './stated-confidence.js';

export { turnOf } from './guard/turn-of.js';
export type { WalletGuardOptions } from './guard/options.js';
export type { GuardRuleName, GuardStatus, GuardVerdict } from './guard/verdict.js';
export { walletGuard, type WalletGuard } from './guard/wallet-guard.js';
