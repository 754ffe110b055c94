import type { CompleteConfig } from '../define/complete-config.js';

/** Options of {@link walletGuard}. A count of Infinity turns its rule off. */
export interface WalletGuardOptions {
  /** Identical turns in a row, or identical rounds of a cycle, that end the run. Default: 3. */
  readonly repeats?: number | undefined;
  /** The length of the longest cycle to look for, in turns. Default: 4. */
  readonly maxPeriod?: number | undefined;
  /** Empty or trivial turns in a row that end the run. Default: 3. */
  readonly maxTrivial?: number | undefined;
  /** Replies with fewer code points are trivial. Default: 10. */
  readonly minLength?: number | undefined;
  /** Unreadable turns in a row that may be repaired; the next one ends the run. Default: 3. */
  readonly maxMalformed?: number | undefined;
  /** Turns in a row with the same calls and always new results. Default: Infinity, because new results are progress. */
  readonly maxPolls?: number | undefined;
  /** The beginning of an echoed tool result. Default: `[Tool Result]`. */
  readonly echoPrefix?: string | undefined;
  /** Replies that count as empty. Default: `[Empty response from model]`. */
  readonly emptyReplies?: readonly string[] | undefined;
  /** Whether a stuck model gets one corrective note before its run ends. Default: false. */
  readonly escalate?: boolean | undefined;
}

/** The guard's options, with defaults filled in. */
export type GuardSettings = CompleteConfig<WalletGuardOptions>;

/** The defaults: the thresholds of Penguin's WALLET_GUARD. */
export const guardDefaults: GuardSettings = {
  repeats: 3,
  maxPeriod: 4,
  maxTrivial: 3,
  minLength: 10,
  maxMalformed: 3,
  maxPolls: Infinity,
  echoPrefix: '[Tool Result]',
  emptyReplies: ['[Empty response from model]'],
  escalate: false,
};
