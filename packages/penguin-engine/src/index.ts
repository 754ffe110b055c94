export { parseActions } from './actions/parse-actions.js';
export { stripActions } from './actions/strip-actions.js';

export { ContextOverflowError } from './context-window/errors.js';
export { checkTerminationSignal } from './finish/check-termination-signal.js';
export { finishResponse } from './finish/finish-response.js';
// The document's alias stays exported for those who still call it.
// oxlint-disable-next-line typescript/no-deprecated
export { finishTask, taskCompleted } from './finish/finish-task.js';
export { finishStatuses, type FinishOutcome } from './finish/types.js';
export type { Run } from './kernel/create-run.js';

export type { EngineEvent } from './modes/events.js';
export { EngineFailureError, EngineLimitError } from './modes/failure.js';
export {
  engineDefaults,
  type EngineLimits,
  type ResponseOptions,
  type TaskOptions,
} from './modes/options.js';
export type { EngineResult } from './modes/result.js';
export { runResponse, runTask } from './modes/run.js';
export type { PolicySource } from './policies/policy-options.js';

export { suspend } from './kernel/effects/suspension.js';
export type { ApprovalRequest, ApproveCall } from './tools/approval.js';
export { defineTool } from './tools/define-tool.js';
export { ToolDefinitionError } from './tools/errors.js';
export { executeAction } from './tools/execute-action.js';
export type { StandardSchema } from './tools/standard-schema.js';
export { createToolSet } from './tools/tool-set.js';
export type { Tool, ToolContext, ToolSet } from './tools/types.js';
export { filtered, renamed, requiresApproval, withTimeout } from './tools/wrappers.js';
