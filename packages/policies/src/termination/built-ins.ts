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
import { wallClock } from './wall-clock.js';

/** The termination policies of every registry. Add new ones to this list, the only one. */
export const terminationPolicies: readonly AnyPolicyFactory<TerminationPolicy>[] = [
  finalPattern,
  rewardThreshold,
  confidence,
  composite,
  maxSteps,
  wallClock,
  tokenBudget,
  costBudget,
  errorStreak,
  repeatedResponse,
  trivialResponse,
  noProgress,
  convergence,
  coverage,
  walletGuard,
];
