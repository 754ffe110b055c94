import { cutText } from '@rlm/repl-types';

import { onOneLine } from '../prompt/host-lines.js';
import type { Notice, NoticeCode } from './notice.js';

/** Most notices that a turn tells its model of, and the most characters of one. */
const mostNotices = 3;
const mostNoticeChars = 1_500;

/** The most characters of all the notices of a turn, with their heads. */
export const allNoticeChars: number = mostNotices * (mostNoticeChars + 120);

/**
 * How useful a notice is to the next turn, the most useful first: what has become of the REPL, why an answer was none, what mends
 * a failure, what of the reply did not run, what of the results is missing, what to do better. A new code must take its place here.
 */
const order: Readonly<Record<NoticeCode, number>> = {
  session_restored: 0,
  schema_mismatch: 1,
  final_refused: 2,
  final_echoed: 3,
  final_var_missing: 4,
  final_names_variable: 5,
  final_near_miss: 6,
  code_unfenced: 7,
  reply_cut_off: 8,
  block_unclosed: 9,
  no_action: 10,
  hint: 11,
  blocks_left_out: 12,
  sub_queries_failed: 13,
  sub_queries_cut_off: 14,
  child_incomplete: 15,
  output_truncated: 16,
  blocks_skipped: 17,
  prose_final_ignored: 18,
  text_after_code: 19,
  history_compacted: 20,
};

/** The notices of a turn that its model is told, as lines: the most useful ones, those of one kind in one line. */
export function noticeLines(notices: readonly Notice[]): readonly string[] {
  const kinds = new Map<NoticeCode, string[]>();
  for (const { code, message } of notices) {
    const messages = kinds.get(code);
    if (messages === undefined) kinds.set(code, [message]);
    else if (!messages.includes(message)) messages.push(message);
  }
  return [...kinds]
    .sort(([one], [other]) => order[one] - order[other])
    .slice(0, mostNotices)
    .map(([, [first = '', ...others]]) => {
      const more = others.length === 0 ? '' : ` (and ${String(others.length)} more of this kind)`;
      return `Note: ${onOneLine(cutText(first, mostNoticeChars).text)}${more}`;
    });
}
