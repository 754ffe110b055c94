import { parseCodeBlocks, proseOf } from '@rlm/termination';

import type { Notice } from '../run/notice.js';

/**
 * What the last reply of a run may be taken for as an answer, when it holds neither a final nor code that ran:
 * its text, or its blocks where they are all that it holds; then each block alone, the last first, for a schema
 * that the text does not fit. Code that was cut off, or that stands in no block, is no answer, and nothing of a reply
 * that was cut off is one.
 */
export function lastWords(reply: string, notices: readonly Notice[]): readonly string[] {
  const has = (code: Notice['code']): boolean => notices.some((notice) => notice.code === code);
  if (has('code_unfenced') || has('reply_cut_off')) return [];
  const prose = proseOf(reply);
  if (has('block_unclosed')) return [prose].filter((words) => words !== '');
  const blocks = parseCodeBlocks(reply).map(({ code }) => code);
  const whole = prose === '' ? blocks.join('\n\n') : proseOf(reply, { keepBlocks: true });
  return [whole, ...blocks.reverse()].filter((words) => words !== '');
}
