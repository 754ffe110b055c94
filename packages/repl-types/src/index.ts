export { cutText, type CutText } from './cut-text.js';
export { finalSignalOf, type FinalSignal } from './final-signal.js';
export { REPLEntry } from './repl-entry.js';
export { REPLHistory } from './repl-history.js';
export { REPLResult, type LlmCall } from './repl-result.js';
export { REPLVariable } from './repl-variable.js';
export { RlmError } from './rlm-error.js';
export type { ReplLanguage } from './value-text.js';
