import type { BudgetLimit, Ledger } from './ledger.js';

/** What a run knows of the time, and of what its tree spent and may spend, in one step. */
export interface StepStatus {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** How long the run has worked, in milliseconds: without the time between two processes. */
  readonly elapsedMs: number;
  /** What this run and its children spent. */
  readonly spent: { readonly tokens: number; readonly costUsd: number };
  /** What the tree may still spend; `Infinity` where nothing bounds. */
  readonly remaining: ReturnType<Ledger['remaining']>;
  /** The bound that leaves no room for another step; null where there is room. */
  readonly exhausted: BudgetLimit | null;
}
