/**
 * The API for authors of backends: the engine that they implement, the frames that it carries, and `defineBackend`.
 *
 * @module
 */
export { defineBackend } from './supervisor/define-backend.js';
export type {
  Engine,
  EngineRecipe,
  EngineStart,
  EngineEvents,
  EngineExit,
  EngineFile,
  InterruptReason,
} from './contract/engine.js';
export type {
  GuestFrame,
  HostFrame,
  CallFrame,
  CallResultFrame,
  DoneFrame,
  EngineDialects,
  ExecuteFrame,
  FinalFrame,
  GetFrame,
  GuestError,
  OutputFrame,
  ReplyFrame,
  SeedFrame,
  SetFileFrame,
  SetJsonFrame,
  SetPiecesFrame,
  SetTextFrame,
  TextInPieces,
  VariablesFrame,
  WaitFrame,
} from './contract/frames.js';

// Types that the signatures above use.
export type { PreflightRequest } from './contract/preflight.js';
