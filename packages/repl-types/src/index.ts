export { countCodePoints } from './code-points.js';
export { cutOutput, type OutputTruncation } from './cut-output.js';
export type { FinalSignal, FinalType } from './final-signal.js';
export { inlineJson, prettyJson } from './json-text.js';
export {
  REPLEntry,
  type FormatEntryOptions,
  type REPLEntryInit,
  type REPLEntryJson,
} from './repl-entry.js';
export { REPLHistory, type FormatHistoryOptions, type REPLHistoryJson } from './repl-history.js';
export {
  REPLResult,
  type ExecutionError,
  type ExecutionOutcome,
  type LlmCall,
  type REPLResultInit,
  type REPLResultJson,
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
