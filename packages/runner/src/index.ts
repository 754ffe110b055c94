export type { ContextValue, NamedContext } from './context/context-value.js';
export { createRlm, type Rlm } from './create-rlm.js';
export { chunkIndices } from './chunk-indices.js';
export {
  ContextError,
  LimitReachedError,
  RunFailedError,
  QueryArgumentError,
  QueryError,
  RlmOptionsError,
} from './errors.js';
export type { RlmEvent } from './events.js';

export { asLanguageModel } from './language-model/as-language-model.js';
export { defaultRlmLimits, type RlmLimits } from './options/limits.js';
export type { RlmOptions, RlmRequest, RunRlmOptions } from './options/run-options.js';
export type { PromptFacts } from './prompt/prompt-parts.js';

export type { RlmTool } from './query/tool.js';
export type { RlmResult } from './result.js';
export { runRlm } from './run-rlm.js';

export { readTrajectory, TrajectoryError } from './trajectory/read-trajectory.js';
export { writeTrajectory } from './trajectory/write-trajectory.js';

// What these take and give, so that nothing else has to be installed to name it.
export type {
  ApproveCall,
  FinishReason,
  PolicySource,
  Run,
  StandardSchema,
  StopReason,
} from '@rlm/kernel';
export type { ModelFunction, ModelLike, ModelReply, ModelRequest } from '@rlm/kernel/model';
