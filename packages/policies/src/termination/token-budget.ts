import type { TerminationFactory } from '../define/define-termination.js';
import { readNumber } from '../define/read-number.js';
import { defineLimit, metric } from './limit.js';

/** Options of `token_budget`. */
export interface TokenBudgetOptions {
  /** Tokens that a run may use, input and output together. Default: 1,000,000. */
  readonly maxTokens?: number | undefined;
}

/**
 * `token_budget`: ends a run when its tokens reach the budget. Counts `metrics.total_tokens` if it is present, else the
 * sum of the steps' `tokensUsed`.
 */
export const tokenBudget: TerminationFactory<TokenBudgetOptions> = defineLimit(
  'token_budget',
  'maxTokens',
  1_000_000,
  'tokens',
  () => {
    let sum = 0;
    return (context, result) => {
      sum += readNumber(result?.tokensUsed) ?? 0;
      return metric(context, 'total_tokens') ?? sum;
    };
  },
  'total_tokens',
);
