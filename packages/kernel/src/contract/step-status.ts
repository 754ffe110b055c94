import type { BudgetLimit, Ledger } from './ledger.js';

/** What a run knows, in one step, of the time and of what its tree has spent and may spend. */
export interface StepStatus {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** How long the run has worked, in milliseconds, without the time between two processes. */
  readonly elapsedMs: number;
  /** What this run and its children have spent. */
  readonly spent: { readonly tokens: number; readonly costUsd: number };
  /** What the tree may still spend; `Infinity` without a limit. */
  readonly remaining: ReturnType<Ledger['remaining']>;
  /** The limit that does not allow another step, or null. */
  readonly exhausted: BudgetLimit | null;
  /** Whether that limit is one of a budget that several runs share. Absent otherwise. */
  readonly isBudgetExhausted?: true;
}
