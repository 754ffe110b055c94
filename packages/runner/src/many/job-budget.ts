import type { Budget, StopReason } from '@rlm/kernel';
import { BudgetExceededError } from '@rlm/kernel/internal';

import type { RlmLimits } from '../options/limits.js';

/** The limits that a budget may have, with the option of each. */
const optionOf = {
  max_calls: 'maxCalls',
  max_tokens: 'maxTokens',
  max_cost: 'maxCostUsd',
} as const;

type Limit = keyof typeof optionOf;

const limits = Object.keys(optionOf) as readonly Limit[];

/** The least that is worth asking for. */
const least: Readonly<Record<Limit, number>> = { max_calls: 1, max_tokens: 1, max_cost: 1e-6 };

/** The limit of a budget that has nothing left, if there is one: a run would end before it began, and a store would keep that. */
export async function lackOf(budget: Budget | undefined): Promise<BudgetExceededError | undefined> {
  if (budget === undefined) return undefined;
  await budget.refresh();
  const limit = limits.find((each) => leftOf(budget, each) <= 0);
  if (limit === undefined) return undefined;
  const figures = {
    isBudget: true,
    max: budget.limits[optionOf[limit]] ?? Infinity,
    spent: spentOf(budget, limit),
    inFlight: 0,
    setAside: 0,
  };
  return new BudgetExceededError(limit, least[limit], 0, { figures });
}

/**
 * Whether a run ended at a limit of the budget that it shares with others, and there is more of that
 * now: such a question has no answer yet.
 */
export function hasMoreBudget(
  stop: StopReason | null,
  job: { readonly budget?: Budget | undefined; readonly limits?: RlmLimits | undefined },
): boolean {
  const limit = limits.find((each) => each === stop?.finishReason);
  if (limit === undefined) return false;
  const before = stop?.budget;
  // Not every journal says whose limit it was.
  if (before === undefined && job.limits?.[optionOf[limit]] !== undefined) return false;
  if (job.budget === undefined) return true;
  const { max: maxBefore = Infinity, left: leftBefore = 0 } = before ?? {};
  const max = job.budget.limits[optionOf[limit]] ?? Infinity;
  return max > maxBefore || leftOf(job.budget, limit) > leftBefore;
}

function leftOf(budget: Budget, limit: Limit): number {
  return (budget.limits[optionOf[limit]] ?? Infinity) - spentOf(budget, limit);
}

function spentOf({ spent }: Budget, limit: Limit): number {
  if (limit === 'max_calls') return spent.calls;
  return limit === 'max_cost' ? spent.costUsd : spent.inputTokens + spent.outputTokens;
}
