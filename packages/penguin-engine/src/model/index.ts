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
export { callModel, type CallModelOptions } from './call-model.js';
