import type { TerminationFactory } from '../define/define-termination.js';
import { defineLimit, metric } from './limit.js';
import { costBudgetOptions, type CostBudgetOptions } from './options/cost-budget.js';

/** `cost_budget`: ends a run when `metrics.cost_usd` reaches the budget. */
export const costBudget: TerminationFactory<CostBudgetOptions> = defineLimit(
  'cost_budget',
  'maxCostUsd',
  costBudgetOptions,
  'US dollars',
  () => (context) => metric(context, 'cost_usd'),
  'cost_usd',
);
