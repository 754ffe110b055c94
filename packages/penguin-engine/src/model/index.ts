export { callModel } from './call-model.js';
export type { CallModelOptions } from './call-options.js';
export { EmptyReplyError, ModelError, ModelReplyError, type ModelErrorDetails } from './errors.js';
export { modelRule } from './model-rule.js';
export { pricesRule } from './price-rules.js';
export {
  missingPrice,
  PriceError,
  priceOf,
  type ModelPrice,
  type ModelPrices,
  type TokenPrice,
} from './prices.js';
export type {
  LanguageModelLike,
  ModelFinishReason,
  ModelFunction,
  ModelLike,
  ModelMessage,
  ModelPurpose,
  ModelReply,
  ModelRequest,
  ModelToolCall,
  ModelToolDefinition,
  ModelUsage,
} from './types.js';
