import type { AnyPolicyFactory } from '../define/define-policy.js';
import type { TerminationPolicy } from '../shapes.js';
import { walletGuard } from '../guard/wallet-guard.js';
import { costBudget } from './cost-budget.js';
import { errorStreak } from './error-streak.js';
import { maxSteps } from './max-steps.js';
import { tokenBudget } from './token-budget.js';
import { wallClock } from './wall-clock.js';

/** The termination policies that every registry has: the one list to which a new one is added. */
export const terminationPolicies: readonly AnyPolicyFactory<TerminationPolicy>[] = [
  maxSteps,
  wallClock,
  tokenBudget,
  costBudget,
  errorStreak,
  walletGuard,
];
