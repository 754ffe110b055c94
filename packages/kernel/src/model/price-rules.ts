import { fields, required, type OptionRule } from '@rlm/repl-types/options';
import { numberFrom, recordOf, unexpected } from '@rlm/repl-types/internal';

import { isTokenPrice, type TokenPrice } from './prices.js';

const tokenPrice: OptionRule = /* @__PURE__ */ fields<TokenPrice>({
  inputPerMillion: /* @__PURE__ */ required(/* @__PURE__ */ numberFrom(0)),
  cachedInputPerMillion: /* @__PURE__ */ numberFrom(0),
  outputPerMillion: /* @__PURE__ */ required(/* @__PURE__ */ numberFrom(0)),
});

/** The rule for the price of one model. */
export const modelPrice: OptionRule = {
  expected: "a price { inputPerMillion, outputPerMillion } or 'reported'",
  find(value, option) {
    if (value === 'reported') return undefined;
    if (typeof value === 'object' && value !== null) return tokenPrice.find(value, option);
    return unexpected(option, modelPrice.expected, value);
  },
};

/** The rule for an option that takes `ModelPrices`: one price for all models, or prices by name. */
export const pricesRule: OptionRule = {
  expected: modelPrice.expected,
  find(value, option) {
    const isTable = typeof value === 'object' && value !== null && !isTokenPrice(value);
    return (isTable ? recordOf(modelPrice) : modelPrice).find(value, option);
  },
};
