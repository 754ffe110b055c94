import { cutText } from '@rlm/repl-types';
import { loadOnce } from '@rlm/repl-types/internal';

import { onOneLine } from '../host-lines.js';
import type { Notice } from '../run/notice.js';

const ranking = /* @__PURE__ */ loadOnce(() => import('./rank-notices.js'));

/** Most notices that a turn tells its model of, and the most characters of one. */
const maxNotices = 3;
const maxNoticeChars = 1_500;

/** The most characters of all the notices of a turn, with their heads. */
export const allNoticeChars: number = maxNotices * (maxNoticeChars + 120);

/** The notices of a step that the model gets, as lines: the most useful ones, those of one kind in one line. */
export async function noticeLines(notices: readonly Notice[]): Promise<readonly string[]> {
  const kinds =
    notices.length > 1
      ? (await ranking()).rankNotices(notices)
      : notices.map(({ message }) => [message]);
  return kinds.slice(0, maxNotices).map(([first = '', ...others]) => {
    const more = others.length === 0 ? '' : ` (and ${String(others.length)} more of this kind)`;
    return `Note: ${onOneLine(cutText(first, maxNoticeChars).text)}${more}`;
  });
}
