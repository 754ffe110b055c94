import { loadOnce } from '@rlm/repl-types/internal';
import type { Dialect } from '@rlm/termination/dialects';
import type { ReplLanguage } from '@rlm/repl-types';

import type { Notice } from '../run/notice.js';
import type { ReplyPlan } from './reply-plan.js';
import { leftOutNotice } from './reply-notices.js';
import { runnableBlocks, textAround } from './runnable-blocks.js';
import type * as WithoutCode from './without-code.js';

/** What a reply needs that has no code, or a final beside it. */
export const withoutCode: () => Promise<typeof WithoutCode> = /* @__PURE__ */ loadOnce(
  () => import('./without-code.js'),
);

/**
 * The turn rules (design, section 4). What is executed beats what is written: a reply with runnable code
 * never ends the run through its prose, and a reply that is itself code, outside of a block, ends nothing.
 * Blocks tagged `repl` are runnable; without any, those tagged with the REPL's language;
 * without any of these, untagged ones that look like code.
 *
 * @param proposes Whether a final in prose only proposes an answer, which code is to confirm.
 */
export async function readReply(
  text: string,
  language: ReplLanguage,
  dialects: readonly Dialect[],
  proposes = false,
): Promise<ReplyPlan> {
  const { blocks, leftOut, unclosed } = runnableBlocks(text, language);
  const notices: Notice[] = [];
  if (unclosed) {
    const message = 'A block of code was not run, because its closing fence is missing.';
    notices.push({ code: 'block_unclosed', message });
  }
  if (leftOut.length > 0) notices.push(leftOutNotice(leftOut));
  if (blocks.length === 0 && !unclosed) {
    const { readWithoutCode } = await withoutCode();
    return readWithoutCode(text, language, dialects, proposes, notices);
  }
  if (mayHoldFinal(textAround(text, blocks), dialects)) {
    const { finalBesideCode } = await withoutCode();
    notices.push(...(await finalBesideCode(text, dialects)));
  }
  return blocks.length > 0 ? { type: 'code', blocks, notices } : { type: 'nothing', notices };
}

/** Whether text may hold a call that one of the dialects reads: it has the letters of one of their marks. */
function mayHoldFinal(text: string, dialects: readonly Dialect[]): boolean {
  const small = text.toLowerCase();
  return dialects.some(
    ({ readProse, marks = [''] }) =>
      readProse !== undefined &&
      marks.some((mark) => small.includes(/\p{L}+/u.exec(mark)?.[0] ?? '')),
  );
}
