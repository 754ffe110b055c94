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
export type { ContextSummary, QueryKind, QueryOrigin, RlmEvent, RlmEventBody } from './events.js';
export type { CompactionOptions } from './history/compaction-options.js';
export { defaultRlmLimits, type RlmLimits } from './options/limits.js';
export type {
  ConfidenceHook,
  NamedPolicySource,
  PolicyOptions,
  PolicySource,
  RewardSource,
} from '@rlm/penguin-engine';
export type { DialectChoice } from './options/dialects.js';
export type { Run } from '@rlm/penguin-engine';
export type { Diagnostic, FinishReason, RunUsage, StopReason } from '@rlm/penguin-engine/kernel';
export type {
  ModelFunction,
  ModelLike,
  ModelMessage,
  ModelReply,
  ModelRequest,
} from '@rlm/penguin-engine/model';
export type { ModelChoice, RlmOptions, RlmRequest, RunRlmOptions } from './options/run-options.js';
export type {
  PromptFacts,
  PromptPart,
  PromptPartName,
  PromptParts,
} from './prompt/prompt-parts.js';
export type { QueryCache } from './query/cache.js';
export type { RlmTool } from './query/tool.js';
export type { ApprovalRequest, Approve, ToolContext as RlmToolContext } from '@rlm/penguin-engine';
export type { AnswerSource, RlmCalls, RlmResult, SchemaOutput } from './result.js';
export { runRlm } from './run-rlm.js';
export type {
  StandardIssue as SchemaIssue,
  StandardResult as SchemaResult,
  StandardSchema,
} from '@rlm/penguin-engine';
export type {
  OpenTelemetryLike,
  SpanLike,
  TelemetryOptions,
  TracerLike,
} from './telemetry/telemetry-options.js';
export {
  asLanguageModel,
  type LanguageModelOptions,
  type LanguageModelPart,
  type RlmLanguageModel,
  type RlmRunner,
} from './language-model/as-language-model.js';
export type { CallWarning, LanguageModelCall } from './language-model/call.js';
export type { FinishPart, UsagePart } from './language-model/parts.js';
export type { PromptMessage } from './language-model/prompt.js';
export {
  readTrajectory,
  TrajectoryError,
  type TrajectoryEvent,
} from './trajectory/read-trajectory.js';
export {
  formatTrajectoryEvent,
  trajectoryHeader,
  writeTrajectory,
} from './trajectory/write-trajectory.js';
export type { Notice, NoticeCode } from './turn/notice.js';
