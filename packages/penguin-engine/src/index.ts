export type { ConfidenceHook, Run } from './kernel/index.js';
export { isMalformed } from './actions/malformed.js';
export { createActionParser, parseActions, type ActionParser } from './actions/parse-actions.js';
export { stripActions } from './actions/strip-actions.js';
export type {
  ActionDiagnostic,
  ActionDiagnosticCode,
  ActionProfile,
  ParseActionsOptions,
  ParsedAction,
  ParsedActions,
  StripActionsOptions,
} from './actions/types.js';
export {
  checkTerminationSignal,
  type TerminationSignal,
} from './finish/check-termination-signal.js';
export { finishResponse } from './finish/finish-response.js';
// The document's alias stays exported for those who still call it.
// eslint-disable-next-line @typescript-eslint/no-deprecated
export { finishTask, taskCompleted } from './finish/finish-task.js';
export {
  finishStatuses,
  type FinishError,
  type FinishOutcome,
  type FinishReport,
  type FinishStatus,
} from './finish/types.js';
export { ContextOverflowError } from './context-window/errors.js';
export {
  trimMessages,
  type TrimmedMessages,
  type TrimOptions,
} from './context-window/trim-messages.js';
export {
  createEventHub,
  type EventHandler,
  type EventHub,
  type EventHubOptions,
} from './events/event-hub.js';
export { EngineFailureError, EngineLimitError } from './modes/failure.js';
export type {
  EngineDiagnosticCode,
  EngineEvent,
  EngineOwnEvent,
  TaskEvent,
  TurnEvent,
} from './modes/events.js';
export {
  engineDefaults,
  type ContextWindowOptions,
  type ResponseOptions,
  type TaskInput,
  type TaskOptions,
} from './modes/options.js';
export type { EngineMode, EngineResult, EngineStatus, TaskResult } from './modes/result.js';
export { runResponse, runTask } from './modes/run.js';
export type { ActionCall, ActionRecord, CallPlace } from './tools/action-call.js';
export {
  defineTool,
  type SchemaToolDefinition,
  type ToolBase,
  type TextToolDefinition,
} from './tools/define-tool.js';
export { ToolDefinitionError } from './tools/errors.js';
export type { ApprovalRequest, Approve } from './tools/approval.js';
export { executeAction, type ExecuteActionOptions } from './tools/execute-action.js';
export { performCall, type CallOptions, type CallOutcome } from './tools/perform-call.js';
export {
  jsonSchemaOf,
  renderIssues,
  schemaRule,
  type SchemaOutput,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from './tools/standard-schema.js';
export { toolsRule } from './tools/tool-rules.js';
export { createToolSet } from './tools/tool-set.js';
export type { ApprovalRule, Tool, ToolContext, ToolSet } from './tools/types.js';
export { filtered, renamed, requiresApproval, withTimeout } from './tools/wrappers.js';
export { approve, markPendingReview, reject, type RejectOptions } from './task/review.js';
export {
  createTask,
  InvalidTransitionError,
  type Task,
  type TaskChange,
  type TaskInit,
  type TaskStatus,
} from './task/task.js';
export { canTransition, transition } from './task/transition.js';
export type {
  NamedPolicySource,
  PolicyOptions,
  PolicySource,
  RewardFactoryLike,
  RewardSource,
} from './policies/policy-options.js';
export { policyRules } from './policies/policy-rules.js';
export { resolvePolicies, type ResolvedPolicies } from './policies/resolve-policies.js';
