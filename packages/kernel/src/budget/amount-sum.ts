import type { Amounts, RunLimits, BudgetLimit } from '../contract/ledger.js';

/** Cost is counted in whole units, so that sums of small prices are exact. */
const unitsPerUsd = 1e10;

/** A running sum of amounts. */
export class AmountSum {
  #inputTokens = 0;
  #cachedInputTokens = 0;
  #outputTokens = 0;
  #costUnits = 0;
  #calls = 0;
  #subQueries = 0;
  /** How many of the parts are estimates. */
  #estimates = 0;

  constructor(amounts: Partial<Amounts> = {}) {
    this.add(amounts);
  }

  add(amounts: Partial<Amounts>): void {
    this.#count(amounts, 1);
  }

  subtract(amounts: Partial<Amounts>): void {
    this.#count(amounts, -1);
  }

  /** Subtracts `amounts`, but no amount below zero. Returns what was subtracted. */
  takeUpTo(amounts: Partial<Amounts>): Amounts {
    const { inputTokens, outputTokens, costUsd, calls, subQueries } = this.amounts();
    const taken = {
      inputTokens: Math.min(inputTokens, count(amounts.inputTokens)),
      cachedInputTokens: Math.min(this.#cachedInputTokens, count(amounts.cachedInputTokens)),
      outputTokens: Math.min(outputTokens, count(amounts.outputTokens)),
      costUsd: Math.min(costUsd, count(amounts.costUsd)),
      calls: Math.min(calls, count(amounts.calls)),
      subQueries: Math.min(subQueries, count(amounts.subQueries)),
    };
    this.subtract(taken);
    return taken;
  }

  /** The amount that `limit` counts, in units that add up exactly. */
  of(limit: CountedLimit): number {
    switch (limit) {
      case 'max_tokens':
        return this.#inputTokens + this.#outputTokens;
      case 'max_cost':
        return this.#costUnits;
      case 'max_calls':
        return this.#calls;
      case 'max_sub_queries':
        return this.#subQueries;
    }
  }

  amounts(): Amounts {
    return Object.freeze({
      inputTokens: this.#inputTokens,
      ...(this.#cachedInputTokens > 0 && { cachedInputTokens: this.#cachedInputTokens }),
      outputTokens: this.#outputTokens,
      costUsd: this.#costUnits / unitsPerUsd,
      calls: this.#calls,
      subQueries: this.#subQueries,
      ...(this.#estimates > 0 && { estimated: true as const }),
    });
  }

  #count(amounts: Partial<Amounts>, sign: 1 | -1): void {
    this.#inputTokens += sign * count(amounts.inputTokens);
    this.#cachedInputTokens += sign * count(amounts.cachedInputTokens);
    this.#outputTokens += sign * count(amounts.outputTokens);
    this.#costUnits += sign * Math.round(count(amounts.costUsd) * unitsPerUsd);
    this.#calls += sign * count(amounts.calls);
    this.#subQueries += sign * count(amounts.subQueries);
    if (amounts.estimated === true) this.#estimates += sign;
  }
}

/** The limits that are sums of amounts. */
export type CountedLimit = Extract<
  BudgetLimit,
  'max_tokens' | 'max_cost' | 'max_calls' | 'max_sub_queries'
>;

/** The order in which exceeded limits are reported. */
export const countedLimits: readonly CountedLimit[] = [
  'max_calls',
  'max_sub_queries',
  'max_tokens',
  'max_cost',
];

/**
 * What `limits` allow for `limit`, in the units of {@link AmountSum.of}; `Infinity` without a
 * limit.
 */
export function boundOf(limits: RunLimits, limit: CountedLimit): number {
  switch (limit) {
    case 'max_tokens':
      return limits.maxTokens ?? Infinity;
    case 'max_cost':
      return Math.floor((limits.maxCostUsd ?? Infinity) * unitsPerUsd + 0.5);
    case 'max_calls':
      return limits.maxCalls ?? Infinity;
    case 'max_sub_queries':
      return limits.maxSubQueries ?? Infinity;
  }
}

/** An amount for people: dollars for cost, a plain count for all else. */
export function fromUnits(limit: CountedLimit, units: number): number {
  return limit === 'max_cost' ? units / unitsPerUsd : units;
}

/** A reported amount, made safe to sum: anything but a positive finite number counts as zero. */
function count(value: number | undefined): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
}

/** The larger of two calls, amount by amount. */
export function larger(one: Partial<Amounts>, other: Partial<Amounts>): Partial<Amounts> {
  const most = (key: 'inputTokens' | 'outputTokens' | 'costUsd'): number =>
    Math.max(one[key] ?? 0, other[key] ?? 0);
  return {
    inputTokens: most('inputTokens'),
    outputTokens: most('outputTokens'),
    costUsd: most('costUsd'),
  };
}
