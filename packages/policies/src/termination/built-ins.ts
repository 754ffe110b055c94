import type { AnyPolicyFactory } from '../define/define-policy.js';
import { walletGuard } from '../guard/wallet-guard.js';
import type { TerminationPolicy } from '../shapes/policy.js';
import { composite } from './composite.js';
import { confidence } from './confidence.js';
import { convergence } from './convergence.js';
import { costBudget } from './cost-budget.js';
import { coverage } from './coverage.js';
import { errorStreak } from './error-streak.js';
import { finalPattern } from './final-pattern.js';
import { maxSteps } from './max-steps.js';
import { noProgress } from './no-progress.js';
import { repeatedResponse } from './repeated-response.js';
import { rewardThreshold } from './reward-threshold.js';
import { tokenBudget } from './token-budget.js';
import { trivialResponse } from './trivial-response.js';
import type { BuiltInConfigs } from './policy-configs.js';
import { wallClock } from './wall-clock.js';

/** The termination policies of every registry. Add new ones to this list, the only one. */
const builtIns: Readonly<Record<keyof BuiltInConfigs, AnyPolicyFactory<TerminationPolicy>>> = {
  final_pattern: finalPattern,
  reward_threshold: rewardThreshold,
  confidence,
  composite,
  max_steps: maxSteps,
  wall_clock: wallClock,
  token_budget: tokenBudget,
  cost_budget: costBudget,
  error_streak: errorStreak,
  repeated_response: repeatedResponse,
  trivial_response: trivialResponse,
  no_progress: noProgress,
  convergence,
  coverage,
  wallet_guard: walletGuard,
};

/** The same, in their order. */
export const terminationPolicies: readonly AnyPolicyFactory<TerminationPolicy>[] =
  Object.values(builtIns);
