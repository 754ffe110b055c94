import { RlmError } from '@rlm/repl-types';

import type { BudgetLimit } from './ledger.js';

/** A reservation, or a child run, that the budget has no room for. */
export class BudgetExceededError extends RlmError<
  'budget_exceeded',
  { readonly limit: BudgetLimit; readonly wanted: number; readonly left: number }
> {
  override readonly name: string = 'BudgetExceededError';
  /** The bound that would have been broken. */
  readonly limit: BudgetLimit;

  constructor(limit: BudgetLimit, wanted: number, left: number) {
    super(`The budget's ${limit} leaves ${left}, and ${wanted} was asked for`, {
      code: 'budget_exceeded',
      details: { limit, wanted, left },
    });
    this.limit = limit;
  }
}

/** An option of the wrong type or range: a mistake of the calling program. */
export class InvalidOptionError extends RlmError<'invalid_option', { readonly option: string }> {
  override readonly name: string = 'InvalidOptionError';

  constructor(option: string, expected: string, got: unknown) {
    super(`${option}: expected ${expected}, got ${describe(got)}`, {
      code: 'invalid_option',
      details: { option },
    });
  }
}

/** One attempt at an effect took longer than its `timeoutMs`. */
export class EffectTimeoutError extends RlmError<
  'effect_timeout',
  { readonly kind: string; readonly timeoutMs: number }
> {
  override readonly name: string = 'EffectTimeoutError';

  constructor(kind: string, timeoutMs: number) {
    super(`An effect of the kind '${kind}' took longer than ${timeoutMs} ms`, {
      code: 'effect_timeout',
      details: { kind, timeoutMs },
    });
  }
}

function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
