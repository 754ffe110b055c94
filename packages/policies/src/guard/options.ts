import type { CompleteConfig } from '../define/complete-config.js';

/** Options of {@link walletGuard}. A count of Infinity turns its rule off. */
export interface WalletGuardOptions {
  /** Identical turns in a row, or identical rounds of a cycle, that end the run. Default: 3. */
  readonly repeats?: number;
  /** The longest cycle that is looked for, in turns. Default: 4. */
  readonly maxPeriod?: number;
  /** Empty or trivial turns in a row that end the run. Default: 3. */
  readonly maxTrivial?: number;
  /** Replies of fewer code points than this are trivial. Default: 10. */
  readonly minLength?: number;
  /** Unreadable turns in a row that may be repaired; the next one ends the run. Default: 3. */
  readonly maxMalformed?: number;
  /** Turns in a row with the same calls and ever new results. Default: Infinity, as that is progress. */
  readonly maxPolls?: number;
  /** What an echoed tool result begins with. Default: `[Tool Result]`. */
  readonly echoPrefix?: string;
  /** Replies that stand for an empty one. Default: `[Empty response from model]`. */
  readonly emptyReplies?: readonly string[];
  /** Whether a stuck model gets one corrective note before its run is ended. Default: false. */
  readonly escalate?: boolean;
}

/** The guard's options in full. */
export type GuardSettings = CompleteConfig<WalletGuardOptions>;

/** The defaults: seed document 003's thresholds. */
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
