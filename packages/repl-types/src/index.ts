export type { AsyncDisposal } from './async-disposal.js';
export { cutText, type CutText } from './cut-text.js';
export { finalSignalOf, type FinalSignal, type FinalType } from './final-signal.js';
export { REPLEntry } from './repl-entry.js';
export { REPLHistory } from './repl-history.js';
export {
  REPLResult,
  type ExecutionError,
  type ExecutionOutcome,
  type LlmCall,
  type ReplLocal,
  type SessionState,
} from './repl-result.js';
export { REPLVariable } from './repl-variable.js';
export { RlmError } from './rlm-error.js';
export type { ReplLanguage } from './value-text.js';
