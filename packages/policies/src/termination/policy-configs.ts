import type { Condition } from '../combinators/condition.js';
import type { ShapeInit } from '../define/complete-shape.js';
import type { WalletGuardOptions } from '../guard/options.js';
import type { DefaultRewardWeights } from '../reward/default.js';
import type { LenientRewardWeights } from '../reward/lenient.js';
import type { ResearchRewardWeights } from '../reward/research.js';
import type { StrictRewardWeights } from '../reward/strict.js';
import type { ConfidenceOptions } from './confidence.js';
import type { ConvergenceOptions } from './convergence.js';
import type { CostBudgetOptions } from './cost-budget.js';
import type { CoverageOptions } from './coverage.js';
import type { ErrorStreakOptions } from './error-streak.js';
import type { FinalPatternOptions } from './final-pattern.js';
import type { MaxStepsOptions } from './max-steps.js';
import type { NoProgressOptions } from './no-progress.js';
import type { RepeatedResponseOptions } from './repeated-response.js';
import type { RewardThresholdOptions } from './reward-threshold.js';
import type { TokenBudgetOptions } from './token-budget.js';
import type { TrivialResponseOptions } from './trivial-response.js';
import type { WallClockOptions } from './wall-clock.js';

// The root entry exports all types of this file.
export type {
  ConfidenceOptions,
  ConvergenceOptions,
  CostBudgetOptions,
  CoverageOptions,
  ErrorStreakOptions,
  FinalPatternOptions,
  MaxStepsOptions,
  NoProgressOptions,
  RepeatedResponseOptions,
  RewardThresholdOptions,
  TokenBudgetOptions,
  TrivialResponseOptions,
  WallClockOptions,
};

/** The configuration of each built-in termination policy. */
export interface BuiltInConfigs {
  final_pattern: FinalPatternOptions;
  reward_threshold: RewardThresholdOptions;
  confidence: ConfidenceOptions;
  composite: CompositeOptions;
  max_steps: MaxStepsOptions;
  wall_clock: WallClockOptions;
  token_budget: TokenBudgetOptions;
  cost_budget: CostBudgetOptions;
  error_streak: ErrorStreakOptions;
  repeated_response: RepeatedResponseOptions;
  trivial_response: TrivialResponseOptions;
  no_progress: NoProgressOptions;
  convergence: ConvergenceOptions;
  coverage: CoverageOptions;
  wallet_guard: WalletGuardOptions;
}

/**
 * The configuration of each termination policy that a run may request by name. Declare the names of your own registry
 * by merging:
 *
 * @example
 * declare module '@rlm/policies' {
 *   interface TerminationConfigs {
 *     budget_of_words: { readonly maxWords?: number };
 *   }
 * }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- users merge their names into it, not into the built-in ones
export interface TerminationConfigs extends BuiltInConfigs {}

/** The configuration of each reward policy that a run may request by name. Merge it as {@link TerminationConfigs}. */
export interface RewardConfigs {
  default: ShapeInit<DefaultRewardWeights>;
  strict: ShapeInit<StrictRewardWeights>;
  lenient: ShapeInit<LenientRewardWeights>;
  research: ShapeInit<ResearchRewardWeights>;
}

/** `minSteps` as `min_steps`. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** A configuration whose keys are spelt `minSteps` or `min_steps`. */
export type EitherCase<Config> = Config & {
  readonly [Name in keyof Config as SnakeCase<Name & string>]?: Config[Name] | undefined;
};

/** A name, or a name with its configuration, for each row of `Configs`. */
export type ByName<Configs> = {
  [Name in keyof Configs & string]:
    | Name
    | { readonly name: Name; readonly config?: EitherCase<Configs[Name]> | null | undefined };
}[keyof Configs & string];

/** A termination policy by its name, alone or with its configuration. */
export type NamedTermination = ByName<TerminationConfigs>;

/** A reward policy by its name, alone or with its weights. */
export type NamedReward = ByName<RewardConfigs>;

/** Options of `composite`. */
export interface CompositeOptions {
  /**
   * The conditions: names, names with a configuration, policies, stop conditions. Must not be empty. Default:
   * `final_pattern` and `reward_threshold`.
   */
  readonly policies?: readonly (NamedTermination | Condition)[] | undefined;
  /** Whether all must agree. If false, any one ends the run. Default: false. */
  readonly requireAll?: boolean | undefined;
}
