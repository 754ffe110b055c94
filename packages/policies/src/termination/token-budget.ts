import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { readNumber } from '../define/read-number.js';
import { count } from '../define/options.js';
import { metric, untilLimit } from './limit.js';

/** Options of {@link tokenBudget}. */
export interface TokenBudgetOptions {
  /** Tokens that a run may use, input and output together. Default: 1,000,000. */
  readonly maxTokens?: number;
}

/**
 * `token_budget`: ends a run when its tokens reach the budget. Counts `metrics.total_tokens` where that
 * is given, else the sum of the steps' `tokensUsed`.
 */
export const tokenBudget: TerminationFactory<TokenBudgetOptions> = defineTermination({
  name: 'token_budget',
  description: 'Stop when the tokens are used up',
  options: { maxTokens: count(1_000_000, 0) },
  start({ maxTokens }) {
    let sum = 0;
    return untilLimit(
      'token_budget',
      'tokens',
      () => maxTokens,
      (context, result) => {
        sum += readNumber(result?.tokensUsed) ?? 0;
        return metric(context, 'total_tokens') ?? sum;
      },
    );
  },
});
