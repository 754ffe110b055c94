import { RlmError } from '@rlm/repl-types';

import type { BudgetLimit } from './contract/ledger.js';

/** What the callers of runs call each limit. */
export const optionOf: Readonly<Record<BudgetLimit, string>> = {
  max_tokens: 'maxTokens',
  max_cost: 'maxCostUsd',
  max_calls: 'maxCalls',
  max_sub_queries: 'maxSubQueries',
  max_depth: 'maxDepth',
  timeout: 'timeoutMs',
};

/** A reservation, or a child run, that the budget has no room for. */
export class BudgetExceededError extends RlmError<
  'budget_exceeded',
  { readonly limit: BudgetLimit; readonly wanted: number; readonly left: number }
> {
  static override readonly className: string = 'BudgetExceededError';
  /** The bound that would have been broken. */
  readonly limit: BudgetLimit;

  /**
   * `wanted`, `left`: in the limit's own unit; of time, the bound and 0. `cause`: the fault after which another attempt was
   * to be made.
   */
  constructor(limit: BudgetLimit, wanted: number, left: number, cause?: unknown) {
    const after = cause instanceof Error ? ` for another attempt, after: ${cause.message}` : '';
    const what =
      limit === 'timeout'
        ? timeIsUp('The run', wanted, optionOf.timeout)
        : `The limit ${optionOf[limit]} leaves ${left}, and the next call needs ${wanted}`;
    super(`${what}${after}`, {
      code: 'budget_exceeded',
      details: { limit, wanted, left },
      cause,
    });
    this.limit = limit;
  }
}

/** What is said where a bound on time was reached, that `option` sets. */
export function timeIsUp(what: string, ms: number, option: string): string {
  return `${what} took longer than ${ms} ms, which ${option} allows`;
}

/** One attempt at an effect took longer than its `timeoutMs`. */
export class EffectTimeoutError extends RlmError<
  'effect_timeout',
  { readonly kind: string; readonly timeoutMs: number }
> {
  static override readonly className: string = 'EffectTimeoutError';

  /** `option`: what the caller's program calls the bound. */
  constructor(kind: string, timeoutMs: number, option?: string) {
    const said = option === undefined ? '' : `, which ${option} allows: raise it if it needs more`;
    super(`The ${kind} call took longer than ${timeoutMs} ms${said}`, {
      code: 'effect_timeout',
      details: { kind, timeoutMs },
    });
  }
}
