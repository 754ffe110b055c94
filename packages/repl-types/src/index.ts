export type { FinalSignal, FinalType } from './final-signal.js';
export {
  REPLResult,
  type ExecutionError,
  type ExecutionOutcome,
  type LlmCall,
  type REPLResultInit,
  type SessionState,
} from './repl-result.js';
export { RlmError, type RlmErrorOptions } from './rlm-error.js';
