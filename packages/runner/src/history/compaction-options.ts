/** When and how a transcript is shortened. */
export interface CompactionOptions {
  /** Characters of transcript from which the older turns become a summary. Default 400,000. */
  readonly maxChars?: number;
  /** Turns that stay whole in any case, newest first. Default 4. */
  readonly keepTurns?: number;
  /** Who writes the summary: the root model (`llm`), or rules without a call (`deterministic`). Default `deterministic`. */
  readonly policy?: 'llm' | 'deterministic' | 'hierarchical' | 'sliding_window';
}
