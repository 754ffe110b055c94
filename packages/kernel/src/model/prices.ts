import { RlmError } from '@rlm/repl-types';

import type { ModelLike } from './types.js';

/** What the tokens of a model cost, in US dollars per million. A free model has zeros. */
export interface TokenPrice {
  readonly inputPerMillion: number;
  /** Of those input tokens that the provider read from its cache. Default: `inputPerMillion`. */
  readonly cachedInputPerMillion?: number | undefined;
  readonly outputPerMillion: number;
}

/**
 * What one model costs: the price of its tokens, or `reported` if each reply reports its cost
 * (`usage.costUsd`).
 */
export type ModelPrice = TokenPrice | 'reported';

/**
 * What models cost: one price for all of them, or prices by name. A name is a model object's
 * `modelId`, or the model's role in the options: `model`, `subModel`, a key of `models`.
 */
export type ModelPrices = ModelPrice | Readonly<Record<string, ModelPrice>>;

/** The price of a model, found by its `modelId` first, then by the names of its roles in their order. */
export function priceOf(
  prices: ModelPrices | undefined,
  model: ModelLike,
  ...roles: readonly string[]
): ModelPrice | undefined {
  if (prices === undefined || prices === 'reported' || isTokenPrice(prices)) return prices;
  const id = modelIdOf(model);
  const names = id === undefined ? roles : [id, ...roles];
  const name = names.find((each) => Object.hasOwn(prices, each));
  return name === undefined ? undefined : prices[name];
}

/** The message of an option error if cost is limited and a model has no price. */
export function missingPrice(
  model: ModelLike,
  role: string,
  prices: ModelPrices | undefined,
): string {
  const id = modelIdOf(model);
  const what = id === undefined ? `\`${role}\`` : `\`${role}\` (${id})`;
  const names = Object.keys(typeof prices === 'object' ? prices : {});
  const got = names.length === 0 ? '' : `, got prices of ${names.join(', ')}`;
  return `Expected prices to hold the price of ${what}, since cost is limited (maxCostUsd)${got}. Pass { inputPerMillion, outputPerMillion } in US dollars, or 'reported' if each reply reports usage.costUsd.`;
}

/** The name of a model; undefined for a function, which has none. */
function modelIdOf(model: ModelLike): string | undefined {
  if (typeof model === 'string') return model;
  return typeof model === 'function' ? undefined : model.modelId;
}

/** Whether a value is the price of tokens rather than a table of prices by name. */
export function isTokenPrice(prices: object): prices is TokenPrice {
  return 'inputPerMillion' in prices || 'outputPerMillion' in prices;
}

/**
 * A cost limit cannot be kept: `price_unknown` before a call without a price, `cost_unreported`
 * after a reply that should have reported its cost and did not. It ends the run.
 */
export class PriceError extends RlmError<'price_unknown' | 'cost_unreported'> {
  static override readonly className: string = 'PriceError';

  constructor(code: 'price_unknown' | 'cost_unreported', modelId: string | undefined) {
    const model = modelId === undefined ? 'a model' : `the model ${JSON.stringify(modelId)}`;
    super(
      code === 'price_unknown'
        ? `maxCostUsd is set, but the price of ${model} is unknown: pass it in prices, or 'reported' if each reply reports usage.costUsd`
        : `maxCostUsd is set, but a reply of ${model} did not report its cost (usage.costUsd): pass a price instead of 'reported'`,
      { code },
    );
  }
}
