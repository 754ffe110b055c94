/** What a model can be told beside its output, each with its own code. */
export type NoticeCode =
  /** A FINAL in the prose of a reply whose code ran. */
  | 'prose_final_ignored'
  /** Something that looks like a FINAL and is not one. */
  | 'final_near_miss'
  /** FINAL_VAR of a name that does not exist. */
  | 'final_var_missing'
  /** Blocks after one that failed or ended the run. */
  | 'blocks_skipped'
  /** A block whose fence was never closed. */
  | 'block_unclosed'
  /** Output that was cut. */
  | 'output_truncated'
  /** A reply with neither code nor final. */
  | 'no_action'
  /** An answer that came before its conditions were met. */
  | 'final_refused'
  /** An answer that its schema refused. */
  | 'schema_mismatch'
  /** The session was lost, and opened anew. */
  | 'session_restored'
  /** Variables that shadow a name of the REPL, and were put back. */
  | 'reserved_restored'
  /** Older turns became a summary. */
  | 'history_compacted'
  /** The budget is nearly used up. */
  | 'budget_low';

/** One remark to the model. */
export interface Notice {
  readonly code: NoticeCode;
  readonly message: string;
}
