import { definedFields } from '@rlm/repl-types/internal';
import { RlmError } from '@rlm/repl-types';

import type { BudgetLimit } from './contract/ledger.js';

/** The option that sets each limit. */
export const optionOf: Readonly<Record<BudgetLimit, string>> = {
  max_tokens: 'maxTokens',
  max_cost: 'maxCostUsd',
  max_calls: 'maxCalls',
  max_sub_queries: 'maxSubQueries',
  max_depth: 'maxDepth',
  timeout: 'timeoutMs',
};

/** What a limit of the budget had counted when it refused a call, in the limit's own unit. */
export interface BudgetFigures {
  /** The limit itself. */
  readonly max: number;
  readonly spent: number;
  /** Reserved by calls in flight. */
  readonly inFlight: number;
  /** Reserved for wrap-ups. */
  readonly setAside: number;
  /** Whether the limit belongs to a budget that several runs share. */
  readonly isBudget?: boolean;
}

/** Thrown when a reservation or a child run does not fit the budget. */
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
  /** The limit that would have been exceeded. */
  readonly limit: BudgetLimit;

  /**
   * `wanted`, `left`: in the limit's own unit; for time, the limit and 0. `cause`: the error that
   * another attempt was to follow.
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
      details: definedFields({ limit, wanted, left, figures }),
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

/** The message for a time limit, set by `option`, that was reached. */
export function timeIsUp(what: string, ms: number, option: string): string {
  return `${what} took longer than the ${ms} ms that ${option} allows`;
}

/** Calls that may be made again when they have stalled: a tool may have done its work. */
const repeatable: readonly string[] = ['model', 'sub-query'];

/** An attempt at an effect took longer than its `timeoutMs`. A call of a model is made again, as after a lost connection. */
export class EffectTimeoutError extends RlmError<
  'effect_timeout',
  { readonly kind: string; readonly timeoutMs: number; readonly attempts?: number }
> {
  static override readonly className: string = 'EffectTimeoutError';
  /** Whether the executor may make another attempt. */
  readonly isRetryable: boolean;
  readonly #option: string | undefined;

  /** `option`: the option that sets the time limit; `attempts`: how often the call was tried, if more than once. */
  constructor(kind: string, timeoutMs: number, option?: string, attempts?: number) {
    const said = option === undefined ? '' : `; raise ${option} if it needs more time`;
    const often = attempts === undefined ? '' : ` (tried ${String(attempts)} times)`;
    super(`The ${kind} call took longer than ${timeoutMs} ms${often}${said}`, {
      code: 'effect_timeout',
      details: definedFields({ kind, timeoutMs, attempts }),
    });
    this.isRetryable = repeatable.includes(kind);
    this.#option = option;
  }

  /** The same error, as the last of several attempts. */
  tried(attempts: number): EffectTimeoutError {
    const { kind = '', timeoutMs = 0 } = this.details ?? {};
    return new EffectTimeoutError(kind, timeoutMs, this.#option, attempts);
  }
}
