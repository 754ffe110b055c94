import type { TreeLedger } from '../budget/tree-ledger.js';
import type { Clock } from '../platform/clock.js';

/** What a run knows of the time, and of what its tree spent and may spend. */
export interface Look {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** How long the run has worked, in milliseconds: without the time between two processes. */
  readonly elapsedMs: number;
  /** What this run and its children spent. */
  readonly spent: { readonly tokens: number; readonly costUsd: number };
  /** What the tree may still spend; `Infinity` where nothing bounds. */
  readonly remaining: ReturnType<TreeLedger['remaining']>;
  /** The bound that leaves no room for another step; null where there is room. */
  readonly exhausted: NonNullable<ReturnType<TreeLedger['account']['exhausted']>> | null;
}

/** How things are now. */
export function lookNow(ledger: TreeLedger, clock: Clock, elapsedMs: number): Look {
  const { total } = ledger.account.usage();
  return Object.freeze({
    nowMs: clock.now(),
    elapsedMs,
    spent: { tokens: total.inputTokens + total.outputTokens, costUsd: total.costUsd },
    remaining: ledger.remaining(),
    exhausted: ledger.account.exhausted() ?? null,
  });
}
