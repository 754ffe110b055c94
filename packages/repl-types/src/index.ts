export { ContextError } from './context-error.js';
export { cutText, type CutText, type Gap } from './cut-text.js';
export type { FinalDialect } from './final-dialect.js';
export type { FinalSignal } from './final-signal.js';
export {
  REPLEntry,
  type FormatEntryOptions,
  type OutputTruncation,
  type REPLEntryInit,
  type REPLEntryJson,
} from './repl-entry.js';
export type { AnswerIssue, RefusedAnswer } from './refused-answer.js';
export { REPLHistory, type FormatHistoryOptions, type REPLHistoryJson } from './repl-history.js';
export {
  REPLResult,
  type LlmCall,
  type CellDiagnostic,
  type CellDiagnosticCode,
  type ExecutionError,
  type ExecutionOutcome,
  type JsonValue,
  type OutputGaps,
  type REPLResultInit,
  type REPLResultJson,
  type ReplLocal,
  type SessionState,
} from './repl-result.js';
export {
  REPLVariable,
  type DescribeValueOptions,
  type REPLVariableInit,
  type REPLVariableJson,
} from './repl-variable.js';
export { RlmError, type RlmErrorOptions } from './rlm-error.js';
export type { ReplLanguage } from './value-text.js';

// Types that the signatures above use.
export type { AsyncDisposal, AsyncDisposeKey } from './async-disposal.js';
export type { ErrorRecord } from './error-record.js';
export type { Expect } from './tester.js';
export { InvalidOptionError } from './invalid-option-error.js';
