export type { AsyncDisposal } from './async-disposal.js';
export { countCodePoints, detach } from './code-points.js';
export { cutText, joinTexts, readCutText, type CutText, type Gap } from './cut-text.js';
export {
  finalSignalKey,
  finalSignalOf,
  settleUnlessFinal,
  type FinalSignal,
  type FinalType,
} from './final-signal.js';
export { inlineJson, prettyJson } from './json-text.js';
export { messageOf } from './message-of.js';
export { createOutputBuffer, type OutputBuffer } from './output-buffer.js';
export {
  REPLEntry,
  type FormatEntryOptions,
  type OutputTruncation,
  type REPLEntryInit,
  type REPLEntryJson,
} from './repl-entry.js';
export { REPLHistory, type FormatHistoryOptions, type REPLHistoryJson } from './repl-history.js';
export {
  REPLResult,
  type ExecutionError,
  type ExecutionOutcome,
  type LlmCall,
  type OutputGaps,
  type REPLResultInit,
  type REPLResultJson,
  type ReplData,
  type ReplLocal,
  type SessionState,
} from './repl-result.js';
export {
  REPLVariable,
  type DescribeValueOptions,
  type REPLVariableInit,
  type REPLVariableJson,
} from './repl-variable.js';
export { requireWebCrypto } from './require-web-crypto.js';
export { RlmError, type RlmErrorOptions } from './rlm-error.js';
export { sha256 } from './sha256.js';
export type { ReplLanguage } from './value-text.js';
