import type { PolicyOptions } from '../../define/policy-options.js';
import { guardDefaults } from '../../guard/options.js';
import { compositeOptions } from './composite.js';
import { confidenceOptions } from './confidence.js';
import { convergenceOptions } from './convergence.js';
import { costBudgetOptions } from './cost-budget.js';
import { coverageOptions } from './coverage.js';
import { errorStreakOptions } from './error-streak.js';
import { finalPatternOptions } from './final-pattern.js';
import { maxStepsOptions } from './max-steps.js';
import { noProgressOptions } from './no-progress.js';
import type { BuiltInConfigs } from './policy-configs.js';
import { repeatedResponseOptions } from './repeated-response.js';
import { rewardThresholdOptions } from './reward-threshold.js';
import { tokenBudgetOptions } from './token-budget.js';
import { trivialResponseOptions } from './trivial-response.js';
import { wallClockOptions } from './wall-clock.js';

/**
 * The options of the built-in termination policies by name, in the order of `terminationPolicies`. They are separate
 * from the policies: a run checks names and configurations at the call, and loads the policies when it opens.
 */
export const terminationOptions: {
  readonly [Name in keyof BuiltInConfigs]: PolicyOptions<BuiltInConfigs[Name]>;
} = {
  final_pattern: finalPatternOptions,
  reward_threshold: rewardThresholdOptions,
  confidence: confidenceOptions,
  composite: compositeOptions,
  max_steps: maxStepsOptions,
  wall_clock: wallClockOptions,
  token_budget: tokenBudgetOptions,
  cost_budget: costBudgetOptions,
  error_streak: errorStreakOptions,
  repeated_response: repeatedResponseOptions,
  trivial_response: trivialResponseOptions,
  no_progress: noProgressOptions,
  convergence: convergenceOptions,
  coverage: coverageOptions,
  wallet_guard: { defaults: guardDefaults },
};
