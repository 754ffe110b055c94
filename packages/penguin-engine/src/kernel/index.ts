export type { Budget, Ledger, RunUsage } from './budget/ledger.js';
export { collect, createRun } from './create-run.js';
export type { EffectExecutor } from './effects/effects.js';
export { createInProcessExecutor } from './effects/in-process-executor.js';

export { BudgetExceededError, InvalidOptionError } from './errors.js';
export { createEventHub } from './events/event-hub.js';
export type { RunEvent } from './events/events.js';
export { JournalDivergenceError } from './journal/divergence-error.js';
export type { EffectRecord, EffectStream, RunJournal } from './journal/journal.js';
export type { CreateRunOptions } from './options/options.js';
export type { Outcome } from './outcome.js';
export type { Clock } from './platform/clock.js';
export { systemClock } from './platform/system.js';
export type { Protocol, StepOutcome } from './protocol.js';
export type { FinishReason, StopReason } from './stop-reason.js';
export { runLoop } from './run-loop.js';
export type { Diagnostic, RunContext } from './scope/context.js';
