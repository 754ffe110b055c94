export { collect, createRun, type Run } from './create-run.js';
export type { CreateRunOptions, ConfidenceHook, RunOptions, RunPolicy } from './options/options.js';
export type { Diagnostic, RunContext } from './scope/context.js';
export { type Clock, clockRule } from './platform/clock.js';
export { effectKey } from './effects/effect-key.js';
export type {
  Effect,
  EffectExecutor,
  EffectKind,
  EffectSeam,
  PlacedEffect,
} from './effects/effects.js';
export { BudgetExceededError, EffectTimeoutError, InvalidOptionError } from './errors.js';
export {
  createEventHub,
  type EventHandler,
  type EventHub,
  type EventHubOptions,
} from './events/event-hub.js';
export type { EventOrigin, KernelEvent, RunEvent } from './events/events.js';
export type {
  Amounts,
  Budget,
  BudgetLimit,
  Ledger,
  Reservation,
  RunUsage,
} from './budget/ledger.js';
export {
  createInProcessExecutor,
  type InProcessExecutorOptions,
} from './effects/in-process-executor.js';
export type { Outcome } from './outcome.js';
export type { FinishReason, Protocol, StepOutcome, StopReason } from './protocol.js';
export { runLoop } from './run-loop.js';
export { retryRule, type RetryOptions } from './effects/retry.js';
export { systemClock } from './platform/system.js';
