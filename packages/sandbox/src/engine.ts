/**
 * For those who write a backend: the engine that they write, the frames that it carries, and what makes a backend of it.
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
  SetJsonFrame,
  SetTextFrame,
  VariablesFrame,
  WaitFrame,
} from './contract/frames.js';

// What the signatures above name.
export type { Arity, PreflightRequest } from './contract/preflight.js';
