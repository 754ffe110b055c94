export { InvalidOptionError } from '@rlm/repl-types';
export { SandboxError, type SandboxErrorCode } from './contract/errors.js';
export { defaultLimits, type LimitOptions, type SandboxLimits } from './contract/limits.js';
export type {
  HostCallContext,
  HostFunction,
  SandboxBackend,
  SandboxSession,
  SessionSnapshot,
  SessionOptions,
  CallOptions,
  SetOptions,
  ExecuteOptions,
  HostFunctionSpec,
  Isolation,
  PlaceWait,
  RequiredIsolation,
  SessionVariable,
  SnapshotOptions,
  TextMemory,
} from './contract/session.js';

export {
  createSandboxPool,
  type SandboxPool,
  type SandboxPoolOptions,
} from './session/places/pool.js';
export { createSandbox, type SandboxPlaces } from './session/create-sandbox.js';
export type { Backend, Child, ChildExit, ChildFile, ChildOptions } from './contract/backend.js';
export type {
  CallFrame,
  CallResultFrame,
  DoneFrame,
  ExecuteFrame,
  FinalFrame,
  GetFrame,
  GuestError,
  GuestFrame,
  GuestVariable,
  HostFrame,
  OutputFrame,
  ReplyFrame,
  SetFileFrame,
  SetJsonFrame,
  SetPiecesFrame,
  SetTextFrame,
  SnapshotFrame,
  SnapshotReplyFrame,
  TextInPieces,
  VariablesFrame,
  WaitFrame,
} from './contract/frames.js';
export type { LongText, OpenText } from './contract/long-text.js';

// Types that the signatures above use.
export type { FinalDialect, JsonValue } from '@rlm/repl-types';
export type { PreflightFinding, PreflightRequest } from './contract/preflight.js';
export type { IsolationDiagnostic } from './process/place.js';
