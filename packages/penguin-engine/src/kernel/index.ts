export type { Clock, Diagnostic, RunContext } from './context.js';
export type { Effect, EffectKind, EffectSeam } from './effects.js';
export type { Amounts, Budget, BudgetLimit, Ledger, Reservation } from './ledger.js';
export type { Outcome, RunUsage } from './outcome.js';
export type { FinishReason, Protocol, StepOutcome, StopReason } from './protocol.js';
export type { Run } from './run.js';
