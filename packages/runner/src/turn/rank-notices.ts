import { onOneLine } from '@rlm/repl-types/internal';
import { cutText } from '@rlm/repl-types';

import type { Notice, NoticeCode } from '../run/notice.js';

/** Most notices that a turn tells its model of, and the most characters of one. */
const maxNotices = 3;
const maxNoticeChars = 1_500;

/** The most characters of all the notices of a turn, with their heads. */
export const allNoticeChars: number = maxNotices * (maxNoticeChars + 120);

/**
 * How useful a notice is to the next step, the most useful first: what has become of the REPL, why an answer did not count, what mends
 * a failure, what was found in the code by reading it, what of the reply did not run, what of the results is missing, what to do better. A new code must take its place here.
 */
const order: Readonly<Record<NoticeCode, number>> = {
  session_restored: 0,
  data_restored: 1,
  function_restored: 2,
  schema_mismatch: 3,
  final_refused: 4,
  answer_sent_back: 5,
  final_unconfirmed: 6,
  final_var_missing: 7,
  final_names_variable: 8,
  final_proposed: 9,
  final_near_miss: 10,
  code_not_run: 11,
  call_in_text: 12,
  code_unfenced: 13,
  reply_cut_off: 14,
  block_unclosed: 15,
  no_action: 16,
  sub_queries_used_up: 17,
  hint: 18,
  block_repeated: 18,
  unknown_name: 19,
  async_callback: 22,
  blocks_left_out: 24,
  sub_queries_failed: 25,
  sub_queries_cut_off: 26,
  sub_queries_in_turn: 26,
  child_incomplete: 27,
  output_truncated: 28,
  blocks_skipped: 29,
  prose_final_ignored: 31,
  text_after_code: 32,
  history_compacted: 33,
  transcript_shortened: 34,
  function_replaced: 36,
  lines_quoted: 37,
};

/** The notices of a step that the model gets, as lines: the most useful ones, those of one kind in one line. */
export function noticeLines(notices: readonly Notice[]): readonly string[] {
  const kinds = new Map<NoticeCode, string[]>();
  for (const { code, message } of notices) {
    const messages = kinds.get(code);
    if (messages === undefined) kinds.set(code, [message]);
    else if (!messages.includes(message)) messages.push(message);
  }
  return [...kinds]
    .sort(([one], [other]) => order[one] - order[other])
    .slice(0, maxNotices)
    .map(([, [first = '', ...others]]) => {
      const more = others.length === 0 ? '' : ` (and ${String(others.length)} more of this kind)`;
      return `Note: ${onOneLine(cutText(first, maxNoticeChars).text)}${more}`;
    });
}
