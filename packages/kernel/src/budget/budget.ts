import { checkOptions, fields, rule, type OptionRule } from '@rlm/repl-types/options';
import { bound, numberFrom, refuseOption } from '@rlm/repl-types/internal';

import type { Amounts, BudgetLeft, RunLimits } from '../contract/ledger.js';
import { TreeAccount } from './tree-account.js';

/** The limits of a budget that several runs share; an absent one does not apply. */
export type BudgetOptions = Pick<RunLimits, 'maxTokens' | 'maxCostUsd' | 'maxCalls'>;

/** What a group of runs may spend together. Its figures are always current. */
export interface Budget {
  readonly limits: BudgetOptions;
  /** What the runs have spent. */
  readonly spent: Amounts;
  /** What their calls in flight have reserved. */
  readonly inFlight: Amounts;
  /** What is left for another call; `Infinity` without a limit. */
  readonly remaining: Pick<BudgetLeft, 'tokens' | 'costUsd' | 'calls'>;
}

/** The key under which a budget holds its account. */
const accountKey: unique symbol = Symbol.for('@rlm/kernel/budget');

/** No run is timed by a budget, so that it needs no clock. */
const noTime = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };

/**
 * A budget that any number of runs share, by their option `budget`: `runRlm`, `runResponse`, `runTask`, `createRun`. A run's own `limits`
 * apply as well; the tighter of the two holds. A call that does not fit beside those under way, of whatever run, waits for
 * them in the order of the calls.
 *
 * What runs spend is counted in this process. A run that is resumed from its journal counts what it had spent before, once.
 *
 * @example
 * const budget = createBudget({ maxCostUsd: 5 });
 */
export function createBudget(options: BudgetOptions = {}): Budget {
  checkOptions(
    options,
    fields<BudgetOptions>({
      maxTokens: numberFrom(0),
      maxCostUsd: numberFrom(0),
      maxCalls: bound(),
    }),
    refuseOption,
  );
  const account = new TreeAccount(options, noTime, undefined, 0, true);
  return Object.freeze({
    limits: account.limits,
    get spent() {
      return account.usage().total;
    },
    get inFlight() {
      return account.inFlight();
    },
    get remaining() {
      const { tokens, costUsd, calls } = account.remaining();
      return { tokens, costUsd, calls };
    },
    [accountKey]: account,
  });
}

/** A budget that `createBudget` made. */
export const budgetRule: OptionRule = /* @__PURE__ */ rule(
  'a budget, as createBudget() gives it',
  (value) => typeof value === 'object' && value !== null && accountOf(value) !== undefined,
);

/** The account of a budget. */
export function accountOf(budget: object): TreeAccount | undefined {
  return (budget as { readonly [accountKey]?: TreeAccount })[accountKey];
}
