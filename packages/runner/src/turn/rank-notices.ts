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
  final_near_miss: 7,
  code_not_run: 8,
  call_in_text: 9,
  code_unfenced: 10,
  reply_cut_off: 11,
  block_unclosed: 12,
  no_action: 13,
  sub_queries_used_up: 14,
  hint: 15,
  unknown_name: 16,
  name_set_later: 17,
  local_unset: 18,
  promise_as_value: 19,
  async_callback: 19,
  wrong_arity: 20,
  blocks_left_out: 21,
  sub_queries_failed: 22,
  sub_queries_cut_off: 23,
  child_incomplete: 24,
  output_truncated: 25,
  blocks_skipped: 26,
  code_after_final: 27,
  prose_final_ignored: 28,
  text_after_code: 29,
  history_compacted: 30,
  transcript_shortened: 31,
  name_imported: 32,
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
