import type { BudgetLimit, StopReason } from '@rlm/penguin-engine/kernel';

/** The stop of a run whose sub-queries ran into a limit. */
export function limitStop(limit: BudgetLimit): StopReason {
  return {
    finishReason: limit === 'max_fan_out' ? 'max_sub_queries' : limit,
    code: limit,
    message: `A sub-query ran into the limit ${limit}`,
  };
}
