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

/** What a limit of the budget counted when it refused a call, in the limit's own unit. */
export interface BudgetFigures {
  /** The limit itself. */
  readonly max: number;
  readonly spent: number;
  /** Reserved by calls that are under way. */
  readonly inFlight: number;
  /** Reserved for wrap-ups. */
  readonly setAside: number;
  /** Whether the limit is that of a budget which several runs share. */
  readonly isBudget?: boolean;
}

/** A reservation, or a child run, that the budget has no room for. */
export class BudgetExceededError extends RlmError<
  'budget_exceeded',
  {
    readonly limit: BudgetLimit;
    readonly wanted: number;
    readonly left: number;
    readonly figures?: BudgetFigures;
  }
> {
  static override readonly className: string = 'BudgetExceededError';
  /** The bound that would have been broken. */
  readonly limit: BudgetLimit;

  /**
   * `wanted`, `left`: in the limit's own unit; of time, the bound and 0. `cause`: the fault after which another attempt was
   * to be made.
   */
  constructor(
    limit: BudgetLimit,
    wanted: number,
    left: number,
    { cause, figures }: { readonly cause?: unknown; readonly figures?: BudgetFigures } = {},
  ) {
    const after = cause instanceof Error ? ` for another attempt, after: ${cause.message}` : '';
    const what =
      limit === 'timeout'
        ? timeIsUp('The run', wanted, optionOf.timeout)
        : describeRefusal(limit, wanted, left, figures);
    super(`${what}${after}`, {
      code: 'budget_exceeded',
      details: { limit, wanted, left, ...(figures && { figures }) },
      cause,
    });
    this.limit = limit;
  }
}

function describeRefusal(
  limit: BudgetLimit,
  wanted: number,
  left: number,
  figures: BudgetFigures | undefined,
): string {
  const amount = (value: number): string =>
    limit === 'max_cost' ? `$${String(Number(value.toPrecision(4)))}` : String(value);
  const whose = figures?.isBudget === true ? ' of the budget' : '';
  const max = figures === undefined ? '' : `${whose} (${amount(figures.max)})`;
  const counted =
    figures === undefined
      ? ''
      : ` (spent: ${amount(figures.spent)}, in flight: ${amount(figures.inFlight)}, reserved for the wrap-up: ${amount(figures.setAside)})`;
  return `The limit ${optionOf[limit]}${max} leaves ${amount(left)}${counted}, and the next call needs ${amount(wanted)}`;
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
