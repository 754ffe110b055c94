import type { TerminationFactory } from '../define/define-termination.js';
import { defineLimit, metric } from './limit.js';

/** Options of `cost_budget`. */
export interface CostBudgetOptions {
  /** US dollars that a run may cost. Default: 1. */
  readonly maxCostUsd?: number | undefined;
}

/** `cost_budget`: ends a run when `metrics.cost_usd` reaches the budget. */
export const costBudget: TerminationFactory<CostBudgetOptions> = defineLimit(
  'cost_budget',
  'maxCostUsd',
  1,
  'US dollars',
  () => (context) => metric(context, 'cost_usd'),
  'cost_usd',
);
