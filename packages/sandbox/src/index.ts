export { SandboxError, type SandboxErrorCode } from './contract/errors.js';
export type { FinalDialect } from './contract/final-dialect.js';
export { defaultLimits, sandboxLimitsRule, type SandboxLimits } from './contract/limits.js';
export type {
  CallOptions,
  ExecuteOptions,
  HostCallContext,
  HostFunction,
  HostFunctionSpec,
  Isolation,
  JsonValue,
  SandboxBackend,
  SandboxLanguage,
  SandboxSession,
  SessionImage,
  SessionOptions,
  SessionVariable,
} from './contract/session.js';
export { defineBackend } from './supervisor/define-backend.js';
export type {
  Engine,
  EngineEvents,
  EngineExit,
  EngineRecipe,
  EngineStart,
  InterruptReason,
} from './supervisor/engine.js';
export type {
  CallFrame,
  CallResultFrame,
  DoneFrame,
  EngineDialects,
  ExecuteFrame,
  FinalFrame,
  GetFrame,
  GuestError,
  GuestFrame,
  GuestVariable,
  HostFrame,
  OutputFrame,
  ReplyFrame,
  SetJsonFrame,
  SetTextFrame,
  VariablesFrame,
  WaitFrame,
} from './supervisor/frames.js';
export { findNameFault } from './supervisor/names.js';
export { createSandboxPool, type SandboxPool, type SandboxPoolOptions } from './supervisor/pool.js';
export { ReplayDivergence } from './supervisor/replay-divergence.js';
export type {
  RecordedCall,
  RecordedCell,
  RecordedSet,
  ReplayLog,
} from './supervisor/replay-log.js';
