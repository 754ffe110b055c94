import { checkOptions, fields, rule, type OptionRule } from '@rlm/repl-types/options';
import {
  advised,
  bound,
  isRecord,
  numberFrom,
  refuseOption,
  unexpected,
} from '@rlm/repl-types/internal';

import type { Amounts, BudgetLeft, RunLimits } from '../contract/ledger.js';
import { BudgetKeeper } from './budget-keeper.js';
import type { BudgetRecords, BudgetStore } from './budget-store.js';
import { TreeAccount } from './tree-account.js';

/** What a budget that several runs share allows; an absent limit does not bound. */
export interface BudgetOptions extends Pick<RunLimits, 'maxTokens' | 'maxCostUsd' | 'maxCalls'> {
  /** The name of the budget in its store: letters, digits, `.`, `_`, `-`; the first a letter or digit; at most 128. */
  readonly id?: string | undefined;
  /**
   * Where the account is kept, for any number of processes: a store of `@rlm/journal`. Needs `id`. The limits are not kept, so pass
   * the same in each process. Default: the account is in the memory of this process.
   */
  readonly store?: BudgetStore | undefined;
}

/** What any number of runs may spend together. Its figures are those of the moment. */
export interface Budget {
  /** Its name in its store; undefined without a store. */
  readonly id: string | undefined;
  readonly limits: Pick<RunLimits, 'maxTokens' | 'maxCostUsd' | 'maxCalls'>;
  /** What the runs have spent. */
  readonly spent: Amounts;
  /** What their calls in flight have reserved. */
  readonly inFlight: Amounts;
  /** What is left for another call; `Infinity` without a limit. */
  readonly remaining: Pick<BudgetLeft, 'tokens' | 'costUsd' | 'calls'>;
  /**
   * Reads from the store what other processes have spent and reserved. A reservation does so too, if others have written; in between,
   * the figures have what was read last. Rejects if the store cannot be read. Without a store, it does nothing.
   */
  refresh(): Promise<void>;
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
 * With `store` and `id`, it is counted in all processes that have this budget, also if they are killed. The store has a call before it is
 * made. If its process dies, all that the call had reserved counts as spent. A run that is resumed counts nothing again: what it spent
 * before was counted then. If the store fails, calls are refused.
 *
 * Without an argument it limits nothing, and only counts.
 *
 * @throws InvalidOptionError for a wrong option: also for options without any limit, for `store` without `id`, and for a store that keeps no records.
 *
 * @example
 * const budget = createBudget({ maxCostUsd: 5 });
 */
export function createBudget(given?: BudgetOptions): Budget {
  const options: BudgetOptions = given ?? {};
  checkOptions(options, budgetRules(), refuseOption);
  const { id, store, ...limits } = options;
  if ((id === undefined) !== (store === undefined)) {
    throw refuseOption(
      id === undefined
        ? unexpected('id', 'an id, since store is given', id)
        : unexpected('store', 'a store of @rlm/journal, since id is given', store),
    );
  }
  const limitsNothing = Object.values(limits).every((limit) => limit === undefined);
  // In a store, it counts what several processes spend.
  if (given !== undefined && id === undefined && limitsNothing) {
    throw refuseOption({
      option: 'maxCostUsd',
      message:
        'Expected a limit, maxCostUsd, maxTokens or maxCalls, got none: this budget would allow everything. Pass one, or call createBudget() to count only.',
    });
  }
  const records = store?.records;
  const account =
    id === undefined || records === undefined
      ? newAccount(limits)
      : keptAccount(id, records, limits);
  return Object.freeze({
    id,
    limits: account.limits,
    async refresh() {
      await account.keeper?.refresh();
    },
    get spent() {
      return account.everywhere().spent;
    },
    get inFlight() {
      return account.everywhere().open;
    },
    get remaining() {
      const { tokens, costUsd, calls } = account.remaining();
      return { tokens, costUsd, calls };
    },
    [accountKey]: account,
  });
}

function newAccount(limits: BudgetOptions): TreeAccount {
  return new TreeAccount(limits, noTime, undefined, 0, true);
}

/** The accounts that this process keeps in each store, the last used one at the end. */
const kept = new WeakMap<BudgetRecords, Map<string, TreeAccount>>();

/** Accounts of one store that are found again; an older one is made anew, as another owner. */
const maxKept = 1_000;

/** The account of a budget in a store: one for this process, however many budgets it makes of it, so that the store has one owner. */
function keptAccount(id: string, records: BudgetRecords, limits: BudgetOptions): TreeAccount {
  const accounts = kept.get(records) ?? new Map<string, TreeAccount>();
  kept.set(records, accounts);
  const { maxTokens, maxCostUsd, maxCalls } = limits;
  const key = JSON.stringify([id, maxTokens, maxCostUsd, maxCalls]);
  const account = accounts.get(key) ?? newAccount(limits);
  account.keeper ??= new BudgetKeeper(id, records, account);
  accounts.delete(key);
  accounts.set(key, account);
  for (const oldest of accounts.keys()) {
    if (accounts.size <= maxKept) break;
    accounts.delete(oldest);
  }
  return account;
}

const budgetRules = (): OptionRule =>
  fields<BudgetOptions>({
    maxTokens: numberFrom(0),
    maxCostUsd: numberFrom(0),
    maxCalls: bound(),
    id: rule(
      'an id of letters, digits, ".", "_" and "-" that begins with a letter or digit, of 128 characters at the most',
      (value) => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value),
    ),
    store: advised(
      rule(
        'a store of @rlm/journal that keeps records',
        (value) => isRecord(value) && isRecord(value['records']),
      ),
      (value) =>
        isRecord(value)
          ? 'A store of your own keeps records if its backend does: see defineStore of @rlm/journal/define.'
          : undefined,
    ),
  });

/** A budget that `createBudget` made. */
export const budgetRule: OptionRule = rule(
  'a budget, as createBudget() gives it',
  (value) => typeof value === 'object' && value !== null && accountOf(value) !== undefined,
);

/** The account of a budget. */
export function accountOf(budget: object): TreeAccount | undefined {
  return (budget as { readonly [accountKey]?: TreeAccount })[accountKey];
}
