import { fields, required, type OptionRule } from '@rlm/repl-types/options';
import { isRecord, numberFrom, recordOf, unexpected } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';
import type { LoopStep, StepUsage } from './stop-condition.js';

/** What the tokens of a model cost, in US dollars per million. */
export interface StepPrice {
  readonly inputPerMillion: number;
  /** Of those input tokens that the provider read from its cache. Default: `inputPerMillion`. */
  readonly cachedInputPerMillion?: number | undefined;
  readonly outputPerMillion: number;
}

/**
 * What the models of a loop cost: one price for all, or prices by `modelId`. `reported` stands for a model whose
 * provider reports the cost of each reply (`usage.raw.cost`).
 */
export type StepPrices = StepPrice | 'reported' | Readonly<Record<string, StepPrice | 'reported'>>;

const tokenPrice = (): OptionRule =>
  fields<StepPrice>({
    inputPerMillion: required(numberFrom(0)),
    cachedInputPerMillion: numberFrom(0),
    outputPerMillion: required(numberFrom(0)),
  });

const modelPrice: OptionRule = {
  expected: "a price { inputPerMillion, outputPerMillion } or 'reported'",
  find(value, option) {
    if (value === 'reported') return undefined;
    if (isRecord(value)) return tokenPrice().find(value, option);
    return unexpected(option, modelPrice.expected, value);
  },
};

/** The rule for the option `prices`. */
export const stepPrices: OptionRule = {
  expected: `${modelPrice.expected}, or prices by modelId`,
  find(value, option) {
    const isTable = isRecord(value) && !isPrice(value);
    if (isTable && Object.keys(value).length === 0)
      return unexpected(option, stepPrices.expected, value);
    return (isTable ? recordOf(modelPrice) : modelPrice).find(value, option);
  },
};

/** What a step cost, in US dollars. Throws `PolicyError` (`policy_failed`) if that cannot be known. */
export function costOfStep({ usage, model }: LoopStep, prices: StepPrices): number {
  const id = model?.modelId ?? '';
  const price = prices === 'reported' || isPrice(prices) ? prices : priceOf(prices, id);
  if (price === undefined)
    throw unknownCost(`prices has none of the model ${JSON.stringify(id)}`, 'Add it to prices.');
  if (price === 'reported') {
    const cost = reportedCost(usage);
    if (cost === undefined)
      throw unknownCost(
        `the usage of a step of the model ${JSON.stringify(id)} has no cost`,
        "Pass a price in place of 'reported'.",
      );
    return cost;
  }
  const { inputPerMillion, cachedInputPerMillion = inputPerMillion, outputPerMillion } = price;
  const output = usage?.outputTokens ?? 0;
  const input = usage?.inputTokens ?? Math.max(0, (usage?.totalTokens ?? 0) - output);
  const cached = Math.min(input, usage?.inputTokenDetails?.cacheReadTokens ?? 0);
  const perMillion =
    (input - cached) * inputPerMillion + cached * cachedInputPerMillion + output * outputPerMillion;
  return perMillion / 1_000_000;
}

function isPrice(prices: object): prices is StepPrice {
  return 'inputPerMillion' in prices || 'outputPerMillion' in prices;
}

function priceOf(
  prices: Exclude<StepPrices, StepPrice | 'reported'>,
  id: string,
): StepPrice | 'reported' | undefined {
  return Object.hasOwn(prices, id) ? prices[id] : undefined;
}

/** Providers that report a cost do so beside their own counts, which the AI SDK keeps under `raw`. */
function reportedCost(usage: StepUsage | undefined): number | undefined {
  const { raw } = (usage ?? {}) as { readonly raw?: unknown };
  const cost = isRecord(raw) ? raw['cost'] : undefined;
  return typeof cost === 'number' && cost >= 0 && cost < Infinity ? cost : undefined;
}

function unknownCost(why: string, advice: string): PolicyError {
  return new PolicyError(
    'policy_failed',
    `toStopCondition: the cost of a step is unknown: ${why}. ${advice}`,
  );
}
