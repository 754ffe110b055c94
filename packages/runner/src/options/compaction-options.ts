import type { CompactionPolicy } from '@rlm/policies/compaction';

/** When and how a transcript is shortened. */
export interface CompactionOptions {
  /** Characters of transcript from which the older turns become a summary. Default 400,000. */
  readonly maxChars?: number | undefined;
  /** Turns at the end that stay whole in any case. Default 4. */
  readonly keepTurns?: number | undefined;
  /**
   * What makes the summary: by rule (`deterministic`, the default; `hierarchical`; `sliding_window`, which only
   * counts), by one call of the root model (`llm`), or a policy of your own.
   */
  readonly policy?:
    | 'deterministic'
    | 'hierarchical'
    | 'sliding_window'
    | 'llm'
    | CompactionPolicy
    | undefined;
}

/** When a transcript is shortened, by default. */
export const compactionDefaults: Readonly<{ maxChars: number; keepTurns: number }> = Object.freeze({
  maxChars: 400_000,
  keepTurns: 4,
});
