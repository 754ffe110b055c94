import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `cost_budget`. */
export interface CostBudgetOptions {
  /** US dollars that a run may cost. Default: 1. */
  readonly maxCostUsd?: number;
}

/** What `cost_budget` may be configured with. */
export const costBudgetOptions: PolicyOptions<CostBudgetOptions> = {
  defaults: { maxCostUsd: 1 },
};
