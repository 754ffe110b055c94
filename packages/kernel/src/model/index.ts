export { callModel } from './call-model.js';
export { ModelError } from './errors.js';
export { PriceError, type ModelPrice, type ModelPrices } from './prices.js';
export type {
  LanguageModelLike,
  ModelFunction,
  ModelLike,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelUsage,
} from './types.js';
