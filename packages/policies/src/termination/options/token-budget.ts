import type { PolicyOptions } from '../../define/policy-options.js';

/** Options of `token_budget`. */
export interface TokenBudgetOptions {
  /** Tokens that a run may use, input and output together. Default: 1,000,000. */
  readonly maxTokens?: number;
}

/** What `token_budget` may be configured with. */
export const tokenBudgetOptions: PolicyOptions<TokenBudgetOptions> = {
  defaults: { maxTokens: 1_000_000 },
};
