export type {
  RunLimits,
  Ledger,
  RunUsage,
  Amounts,
  Booking,
  BudgetLeft,
  BudgetLimit,
  ReplyCaps,
  Reservation,
  SeenReplies,
} from './contract/ledger.js';
export { createBudget, type Budget, type BudgetOptions } from './budget/budget.js';
export type { BudgetRecords, BudgetStore } from './budget/budget-store.js';
export { createRun, type Run } from './create-run.js';
export type {
  EffectExecutor,
  CellJournal,
  CellNote,
  Effect,
  EffectCall,
  EffectKind,
  EffectOutcome,
  EffectSeam,
  PassedCell,
  FailedAttempt,
  PlacedEffect,
} from './contract/effects.js';
export {
  createInProcessExecutor,
  type InProcessExecutorOptions,
} from './effects/in-process-executor.js';

export { InvalidOptionError, RlmError } from '@rlm/repl-types';
export { BudgetExceededError, type BudgetFigures } from './errors.js';
export { RunFailedError, RunLimitError, type RunErrorClass } from './run-errors.js';
export {
  createEventHub,
  type EventHandler,
  type EventHub,
  type EventHubOptions,
} from './events/event-hub.js';
export type { RunEvent, EventOrigin, KernelEvent, PolicyDecision } from './events/events.js';
export { JournalDivergenceError, type Divergence } from './journal/divergence-error.js';
export type {
  EffectRecord,
  EffectStream,
  RunJournal,
  BegunLine,
  BlobRef,
  CellLine,
  CutLine,
  SnapshotLine,
  LinePlace,
  NewLine,
  RunEnd,
  RunHead,
  RunLine,
  SpentLine,
  WaitLine,
} from './contract/journal.js';
export type { CreateRunOptions } from './options/options.js';
export type { LoopLimits, OneRunOption, RunOptions } from './options/run-options.js';
export type {
  OpenTelemetryLike,
  SpanLike,
  TelemetryOptions,
  TracerLike,
} from './options/telemetry-options.js';
export type { Outcome, OutcomeBase, RunResult } from './contract/outcome.js';
export type { Clock } from './platform/clock.js';
export { systemClock } from './platform/system.js';
export type { Protocol, StepOutcome } from './protocol.js';
export type { FinishReason, StopReason } from './contract/stop-reason.js';
export type { Diagnostic, RunContext, SentBack } from './contract/context.js';
export { suspend, type Suspension } from './effects/suspension.js';
export type {
  ConfidenceHook,
  RunPolicy,
  PolicySource,
  PolicyOptions,
  RewardFactoryLike,
  RewardSource,
} from './contract/policy-options.js';
export type { ApprovalRequest, ApproveCall } from './tools/approval.js';
export {
  defineTool,
  type SchemaToolDefinition,
  type TextToolDefinition,
  type ToolBase,
} from './tools/define-tool.js';
export type { FinishOutcome, FinishStatus } from './tools/finish-outcome.js';
export type {
  StandardSchema,
  SchemaOutput,
  StandardIssue,
  StandardResult,
} from './tools/standard-schema.js';
export { createToolSet } from './tools/tool-set.js';
export type {
  Tool,
  ToolContext,
  ToolSet,
  ApprovalRule,
  ApprovalCall,
  ToolOutput,
} from './tools/types.js';
export type { NamedTool, NamedTools } from './tools/named-tools.js';
export { filtered, renamed, requiresApproval, withTimeout } from './tools/wrappers.js';

// Types that appear in the signatures above.
export type { StepStatus } from './contract/step-status.js';
export type { RunSettings } from './model/settings.js';
export type { RetryOptions } from './effects/retry.js';
export type { ActionRecord } from './tools/action-call.js';
