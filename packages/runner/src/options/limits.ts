import type { LoopLimits } from '@rlm/kernel';

/** Upper limits of a run and of the tree of runs below it. The table in docs/options.md has the defaults. */
export interface RlmLimits extends LoopLimits {
  /** Steps in a row that failed or did nothing before the run ends. Default 5. */
  readonly maxConsecutiveErrors?: number | undefined;
  /** Sub-queries of the whole tree that run at the same time. Default 16. */
  readonly maxConcurrentQueries?: number | undefined;
  /** Child runs of one level that are under way at the same time. Default 4. */
  readonly maxConcurrentRuns?: number | undefined;
}

/** Limits with a value each. */
export type WholeLimits = {
  readonly [Name in keyof RlmLimits]-?: Exclude<RlmLimits[Name], undefined>;
};

/**
 * The most characters of output that a turn shows. It is 5 % more than the limit: the note on a cut would be longer than what it leaves
 * out. Output that is longer than this is cut to the limit.
 */
export function maxOutput(maxOutputChars: number): number {
  return Math.floor(maxOutputChars * 1.05);
}

/** The limits of a run that names none. */
export const defaultRlmLimits: WholeLimits = Object.freeze({
  maxSubQueries: 1_000,
  maxTokens: Infinity,
  maxCostUsd: Infinity,
  maxOutputTokens: Object.freeze({}),
  maxCalls: Infinity,
  timeoutMs: 1_800_000,
  maxConsecutiveErrors: 5,
  maxOutputChars: 20_000,
  maxReplyChars: 1_000_000,
  maxConcurrentQueries: 16,
  maxConcurrentRuns: 4,
  callTimeoutMs: 300_000,
});
