import { cutText } from '@rlm/repl-types';

import { onOneLine } from '../host-lines.js';
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
  schema_mismatch: 1,
  final_refused: 2,
  answer_sent_back: 3,
  final_unconfirmed: 4,
  final_var_missing: 5,
  final_names_variable: 6,
  final_proposed: 7,
  final_near_miss: 8,
  code_not_run: 9,
  call_in_text: 10,
  code_unfenced: 11,
  reply_cut_off: 12,
  block_unclosed: 13,
  no_action: 14,
  sub_queries_used_up: 15,
  hint: 16,
  unknown_name: 17,
  name_set_later: 18,
  local_unset: 19,
  promise_as_value: 20,
  async_callback: 20,
  wrong_arity: 21,
  blocks_left_out: 22,
  sub_queries_failed: 23,
  sub_queries_cut_off: 24,
  child_incomplete: 25,
  output_truncated: 26,
  blocks_skipped: 27,
  code_after_final: 28,
  prose_final_ignored: 29,
  text_after_code: 30,
  history_compacted: 31,
  transcript_shortened: 32,
  name_imported: 33,
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
