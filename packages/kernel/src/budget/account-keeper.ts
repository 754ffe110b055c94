import type { Amounts } from '../contract/ledger.js';

/** How a call takes its room in this process. */
export interface Taking {
  /** Waits in the line; `onTaken` is called when the amounts are reserved. */
  readonly enter: (
    onTaken: (amounts: Partial<Amounts>) => void,
    abortSignal: AbortSignal,
  ) => Promise<void>;
  /** Releases the amounts. */
  readonly giveBack: (amounts: Partial<Amounts>) => void;
}

/** Keeps the account of a budget in a store. */
export interface AccountKeeper {
  /** Takes room for a call, and resolves when the store has it. */
  reserve(taking: Taking, abortSignal: AbortSignal): Promise<void>;
  /** Reads what others have spent. */
  refresh(): Promise<void>;
  /** Something was settled: it is written soon. */
  changed(): void;
  /** Resolves when all that was settled is in the store. */
  flushed(): Promise<void>;
}
