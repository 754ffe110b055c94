export { callModel, type CallModelOptions } from './call-model.js';
export { EmptyReplyError, ModelError, type ModelErrorDetails } from './errors.js';
export { estimateTokens } from './estimate.js';
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
