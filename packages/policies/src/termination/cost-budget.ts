import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { number } from '../define/options.js';
import { metric, untilLimit } from './limit.js';

/** Options of {@link costBudget}. */
export interface CostBudgetOptions {
  /** US dollars that a run may cost. Default: 1. */
  readonly maxCostUsd?: number;
}

/** `cost_budget`: ends a run when `metrics.cost_usd` reaches the budget. */
export const costBudget: TerminationFactory<CostBudgetOptions> = defineTermination({
  name: 'cost_budget',
  description: 'Stop when the money is spent',
  options: { maxCostUsd: number(1, 0, Infinity) },
  start: ({ maxCostUsd }) =>
    untilLimit(
      'cost_budget',
      'US dollars',
      () => maxCostUsd,
      (context) => metric(context, 'cost_usd'),
    ),
});
