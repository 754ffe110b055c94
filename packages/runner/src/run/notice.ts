import type { RefusedAnswer } from '@rlm/repl-types';
import type { CellDiagnosticCode } from '@rlm/repl-types/internal';

/** The codes of the notices that a model can get beside its output. */
export type NoticeCode =
  /** Found in a block by reading it before it ran, or in the names of the host after it. */
  | CellDiagnosticCode
  /** A FINAL in the prose of a reply whose code ran. */
  | 'prose_final_ignored'
  /**
   * A FINAL in prose that code must confirm, because texts that the model was shown contain finals
   * too.
   */
  | 'final_unconfirmed'
  /** Something that looks like a FINAL but is not one. */
  | 'final_near_miss'
  /** Blocks after one that failed or ended the run. */
  | 'blocks_skipped'
  /**
   * Blocks in the REPL's language that did not run, because the reply also has blocks tagged
   * `repl`.
   */
  | 'blocks_left_out'
  /** A block that did not run: of another language, or with a tag that is not read. */
  | 'code_not_run'
  /** A call or code in the form of another harness: XML, JSON, `Action:`. */
  | 'call_in_text'
  /** A reply that is code outside a block. */
  | 'code_unfenced'
  /** A FINAL whose answer is one word, which is the name of a variable. */
  | 'final_names_variable'
  /** A FINAL in prose whose words stand for something else: code, a placeholder; or one of two that differ. */
  | 'final_proposed'
  /** A reply that ended at its length limit. */
  | 'reply_cut_off'
  /** Answers of sub-queries that ended at their length limit. */
  | 'sub_queries_cut_off'
  /** A block whose fence was never closed. */
  | 'block_unclosed'
  /** How to fix a frequent error of the code that ran. */
  | 'hint'
  /** The same code as in the two steps before, with the same output. */
  | 'block_repeated'
  /** Many sub-queries, none of which was asked beside another. */
  | 'sub_queries_in_turn'
  /** Lines of output that look like the runner's own, and are shown as quotations. */
  | 'lines_quoted'
  /** Prose after the code, which was written before the code ran. */
  | 'text_after_code'
  /** Output that was cut. */
  | 'output_truncated'
  /** A reply with neither code nor final. */
  | 'no_action'
  /** An answer that came before its conditions were met. */
  | 'final_refused'
  /** An answer that a policy sent back. */
  | 'answer_sent_back'
  /** An answer that its schema refused. */
  | 'schema_mismatch'
  /** The limit of sub-queries, reached for the first time. */
  | 'sub_queries_used_up'
  /** Sub-queries of a batch that failed. */
  | 'sub_queries_failed'
  /** A child run that a limit stopped, with its best answer. */
  | 'child_incomplete'
  /** The session was lost, and opened again. */
  | 'session_restored'
  /** A summary replaced older turns. */
  | 'history_compacted'
  /** Older turns were shortened, because all of them were more than a run keeps. */
  | 'transcript_shortened';

/** One notice to the model. */
export interface Notice {
  readonly code: NoticeCode;
  readonly message: string;
  /** The answer that the notice refuses. */
  readonly refused?: RefusedAnswer;
}
