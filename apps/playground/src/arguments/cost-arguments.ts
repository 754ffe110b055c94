import type { ModelPrice } from '@rlm/kernel/model';

import { UsageError } from '../usage-error.js';
import type { ValuesOf } from './command.js';
import { readAmount } from './read-values.js';

const group = 'Limits:';

/** What a run may cost, and what its models do. */
export const costOptions = {
  'max-cost': {
    value: '<usd>',
    words: 'US dollars of the whole run; needs the price of the models; default: no limit',
    group,
  },
  'price-in': { value: '<usd>', words: 'price of a million input tokens', group },
  'price-cached': {
    value: '<usd>',
    words: "price of a million input tokens from the provider's cache; default: that of --price-in",
    group,
  },
  'price-out': { value: '<usd>', words: 'price of a million output tokens', group },
  'price-reported': { words: 'each reply of the endpoint reports its cost (usage.cost)', group },
} as const;

/** What a run may cost, and what its models do. */
export interface CostLimits {
  readonly maxCostUsd?: number | undefined;
  readonly prices?: ModelPrice | undefined;
}

/** Reads what a run may cost. Throws {@link UsageError}; a model that costs nothing (`isFree`) needs no price. */
export function readCost(values: ValuesOf<typeof costOptions>, isFree = false): CostLimits {
  const maxCostUsd = readAmount('max-cost', values);
  const prices =
    readPrices(values) ?? (isFree ? { inputPerMillion: 0, outputPerMillion: 0 } : undefined);
  if (maxCostUsd !== undefined && prices === undefined) {
    throw new UsageError(
      '--max-cost needs the price of the models: --price-in <usd> and --price-out <usd> for a million tokens, or --price-reported if each reply reports its cost',
    );
  }
  return {
    maxCostUsd,
    prices: isFree && maxCostUsd === undefined ? undefined : prices,
  };
}

function readPrices(values: ValuesOf<typeof costOptions>): ModelPrice | undefined {
  const inputPerMillion = readAmount('price-in', values);
  const outputPerMillion = readAmount('price-out', values);
  const cachedInputPerMillion = readAmount('price-cached', values);
  const isReported = values['price-reported'] === true;
  const isGiven = (inputPerMillion ?? outputPerMillion ?? cachedInputPerMillion) !== undefined;
  if (isReported && isGiven) {
    throw new UsageError('--price-reported excludes --price-in, --price-cached and --price-out');
  }
  if (isReported) return 'reported';
  if (!isGiven) return undefined;
  if (inputPerMillion === undefined || outputPerMillion === undefined) {
    const missing = inputPerMillion === undefined ? '--price-in' : '--price-out';
    throw new UsageError(`a price has two parts: ${missing} <usd> is missing`);
  }
  return {
    inputPerMillion,
    cachedInputPerMillion,
    outputPerMillion,
  };
}
