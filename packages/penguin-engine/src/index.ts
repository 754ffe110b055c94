export { parseActions } from './actions/parse-actions.js';
export { stripActions } from './actions/strip-actions.js';

export { InvalidOptionError, RlmError } from '@rlm/repl-types';

export { ContextOverflowError } from './context-window/errors.js';
export {
  checkTerminationSignal,
  type TerminationSignal,
} from './finish/check-termination-signal.js';
export { finishResponse } from './finish/finish-response.js';
export { finishTask } from './finish/finish-task.js';
export type { FinishError, FinishReport } from './finish/types.js';
// What tools and budgets need. Everything else of the kernel is in @rlm/kernel.
export { createBudget, defineTool, requiresApproval, suspend, withTimeout } from '@rlm/kernel';
export type {
  Budget,
  BudgetOptions,
  SchemaToolDefinition,
  Suspension,
  TextToolDefinition,
  Tool,
  ToolContext,
  ToolSet,
} from '@rlm/kernel';

export type {
  EngineEvent,
  EngineDiagnosticCode,
  EngineOwnEvent,
  TaskEvent,
  TurnEvent,
} from './modes/events.js';
export type {
  MessageLike,
  ResponseOptions,
  TaskOptions,
  ContextWindowOptions,
  TaskInput,
} from './modes/options.js';
export type { EngineResult, EngineStatus, EngineStep, TaskResult } from './modes/result.js';
export { RunFailedError, RunLimitError } from './modes/run-errors.js';
export { runResponse, runTask } from './modes/run.js';

export { executeAction, type ExecuteActionOptions } from './tools/execute-action.js';
export type {
  ActionDiagnostic,
  ActionDiagnosticCode,
  ActionProfile,
  ParseActionsOptions,
  ParsedAction,
  ParsedActions,
  StripActionsOptions,
} from './actions/types.js';
