import { BudgetExceededError, type StopReason } from '@rlm/penguin-engine/kernel';
import { PriceError } from '@rlm/penguin-engine/model';

/** The stop of a run whose sub-query ran into a limit, or whose cost nobody knows; null after any other error. */
export function stopAfter(error: unknown): StopReason | null {
  if (PriceError.isInstance(error)) {
    const { code, message } = error;
    return { finishReason: 'error', code, message, error };
  }
  if (!BudgetExceededError.isInstance(error)) return null;
  const { limit } = error;
  return {
    finishReason: limit,
    code: limit,
    message: `A sub-query ran into the limit ${limit}`,
  };
}
