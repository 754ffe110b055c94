export { ContextError, InvalidOptionError, RlmError } from '@rlm/repl-types';

export type { ContextValue, NamedContext } from './context/context-value.js';
export type { ConversationMessage } from './context/conversation.js';
export { createRlm, type Rlm } from './create-rlm.js';
export { chunkIndices } from './chunk-indices.js';
export { QueryArgumentError, QueryError } from './query-errors.js';
export type {
  RlmEvent,
  ContextSummary,
  QueryKind,
  QueryOrigin,
  RlmEventBody,
} from './run/events.js';

export {
  asLanguageModel,
  type LanguageModelOptions,
  type LanguageModelPart,
  type RlmLanguageModel,
  type SpecificationVersion,
  type RlmRunner,
} from './language-model/as-language-model.js';
export type { Question } from './many/question.js';
export {
  runMany,
  type QuestionResult,
  type QuestionStore,
  type RunMany,
  type RunManyOptions,
} from './many/run-many.js';
export type { RlmLimits } from './options/limits.js';
export type {
  QueryCache,
  RlmOptions,
  RlmRequest,
  RunMessagesOptions,
  RunRlmOptions,
  ModelChoice,
} from './options/run-options.js';
export type {
  PromptFacts,
  PromptPart,
  PromptPartName,
  PromptParts,
} from './options/prompt-parts.js';

export type { RlmTool } from './options/tool.js';
export type { RlmResult, AnswerSource, RlmCalls, SchemaOutput } from './result.js';
export { RunFailedError, RunLimitError } from './run-errors.js';
export { formatSteps } from './format-steps.js';
export { progress, type Progress, type ProgressOptions } from './progress.js';
export type { ProgressStream } from './progress/line.js';
export { runRlm } from './run-rlm.js';

export {
  readTrajectory,
  TrajectoryError,
  type TrajectoryEvent,
} from './trajectory/read-trajectory.js';
export { writeTrajectory } from './trajectory/write-trajectory.js';

// What these take and give, so that nothing else has to be installed to name it.
export { createBudget, defineTool, requiresApproval, suspend, withTimeout } from '@rlm/kernel';
export type {
  ApproveCall,
  Budget,
  BudgetOptions,
  FinishReason,
  PolicySource,
  Run,
  SchemaToolDefinition,
  StandardSchema,
  StopReason,
  Suspension,
  TextToolDefinition,
  Tool,
  ToolContext,
  ToolSet,
} from '@rlm/kernel';
export type {
  ModelFunction,
  ModelFunctionRequest,
  ModelLike,
  ModelReply,
  ModelRequest,
} from '@rlm/kernel/model';

// What the signatures above name.
export type { CompactionOptions } from './options/compaction-options.js';
export type { CallWarning, LanguageModelCall } from './language-model/call.js';
export type { FinishPart, UsagePart } from './language-model/parts.js';
export type { PromptMessage } from './language-model/prompt.js';
export type { DialectChoice } from './options/dialects.js';
export type { CoverageStrips } from './reading/coverage-strips.js';
export type { CoverageFigures, CoverageSpan, Evidence, RlmCoverage } from './reading/coverage.js';
export type { OpenTelemetryLike, SpanLike, TelemetryOptions, TracerLike } from '@rlm/kernel';
export type { NoticeCode } from './run/notice.js';
