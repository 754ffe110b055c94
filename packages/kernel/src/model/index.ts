export { callModel } from './call-model.js';
export { ModelError, type ModelErrorDetails } from './errors.js';
export { PriceError, type ModelPrice, type ModelPrices, type TokenPrice } from './prices.js';
export type {
  MessagePart,
  ModelMessage,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../contract/model-message.js';
export type { ModelSettings } from './settings.js';
export type {
  LanguageModelLike,
  ModelFunction,
  ModelFunctionRequest,
  ModelLike,
  RequestMessage,
  ModelReply,
  ModelRequest,
  ModelUsage,
  ModelFinishReason,
  ModelPurpose,
  ModelToolCall,
  ModelToolDefinition,
} from './types.js';

// Types that appear in the signatures above.
export type { CallModelOptions } from './call-options.js';
export type { ModelEvent } from './model-events.js';
