import { count, flag, option, text, type PolicyOptions } from '../define/options.js';

/** Options of {@link walletGuard}. A count of Infinity turns its rule off. */
export interface WalletGuardOptions {
  /** Identical turns in a row, or identical rounds of a cycle, that end the run. Default: 3. */
  readonly repeats?: number;
  /** The longest cycle that is looked for, in turns, from 1 to 16. Default: 4. */
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

/** The guard's options in full: seed document 003's thresholds. */
export type GuardSettings = Required<WalletGuardOptions>;

export const guardOptions: PolicyOptions<WalletGuardOptions> = {
  repeats: count(3, 2),
  maxPeriod: option(
    4,
    'a whole number from 1 to 16',
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 16,
  ),
  maxTrivial: count(3),
  minLength: count(10, 0),
  maxMalformed: count(3, 0),
  maxPolls: count(Infinity, 2),
  echoPrefix: text('[Tool Result]'),
  emptyReplies: option<readonly string[]>(
    ['[Empty response from model]'],
    'an array of texts',
    (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  ),
  escalate: flag(false),
};
