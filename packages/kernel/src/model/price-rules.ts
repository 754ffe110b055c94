import { fields, required, type OptionRule } from '@rlm/repl-types/options';
import { mismatch, numberFrom, recordOf, unexpected } from '@rlm/repl-types/internal';

import { isTokenPrice, type TokenPrice } from './prices.js';

const tokenPrice: OptionRule = fields<TokenPrice>({
  inputPerMillion: required(numberFrom(0)),
  cachedInputPerMillion: numberFrom(0),
  outputPerMillion: required(numberFrom(0)),
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

const isNumber = (value: unknown): boolean => typeof value === 'number';

/** The rule for an option that takes `ModelPrices`: one price for all models, or prices by name. */
export const pricesRule: OptionRule = {
  expected: `${modelPrice.expected}, or prices by name`,
  find(value, option) {
    const isTable = typeof value === 'object' && value !== null && !isTokenPrice(value);
    const names = isTable ? Object.keys(value) : [];
    if (isTable && names.length > 0 && Object.values(value).every(isNumber)) {
      const advice = 'US dollars per million tokens are inputPerMillion and outputPerMillion.';
      return mismatch(option, pricesRule.expected, `{ ${names.join(', ')} }`, advice);
    }
    return (isTable ? recordOf(modelPrice) : modelPrice).find(value, option);
  },
};
