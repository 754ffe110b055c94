import { proseOf } from '@rlm/termination';
import type { CodeBlock } from '@rlm/termination/internal';
import type { Dialect } from '@rlm/termination/dialects';
import type { ReplLanguage } from '@rlm/repl-types';

import { unfencedCode } from './bare-code/unfenced-code.js';
import type { Notice } from './notice.js';
import { readProse, type ProseFinal } from './prose-reading.js';
import { colonMiss, echoNotice, leftOutNotice } from './reply-notices.js';
import { runnableBlocks } from './runnable-blocks.js';

/** What a reply asks for. */
export type ReplyPlan =
  | {
      readonly type: 'code';
      readonly blocks: readonly CodeBlock[];
      readonly notices: readonly Notice[];
    }
  | { readonly type: 'final'; readonly final: ProseFinal; readonly notices: readonly Notice[] }
  /** All its finals stand in texts that the model was shown: it has not finished. */
  | { readonly type: 'echo'; readonly notices: readonly Notice[] }
  | { readonly type: 'nothing'; readonly notices: readonly Notice[] };

/**
 * The turn rules (design, section 4). What is executed beats what is written: a reply with runnable code
 * never ends the run through its prose, and a reply that is itself code, outside of a block, ends nothing, as does a
 * final that `isEcho` finds in what the model was shown.
 * Blocks tagged `repl` are runnable; where there is none, those tagged with the REPL's language; where
 * there is none either, untagged ones that look like code.
 */
export function readReply(
  text: string,
  language: ReplLanguage,
  dialects: readonly Dialect[],
  isEcho: (call: string) => boolean = () => false,
): ReplyPlan {
  const { blocks, leftOut, unclosed } = runnableBlocks(text, language);
  const { final, nearMiss, isEchoed } = readProse(text, dialects, isEcho);
  const notices: Notice[] = [];
  if (unclosed) {
    const message = 'A block of code was not run, because its closing fence is missing.';
    notices.push({ code: 'block_unclosed', message });
  }
  if (leftOut.length > 0) notices.push(leftOutNotice(leftOut));
  if (blocks.length > 0 || unclosed) {
    if (final !== null) {
      const message =
        'The final answer in the text was ignored, since the reply also had code. Read the output first, then finish.';
      notices.push({ code: 'prose_final_ignored', message });
    }
    return blocks.length > 0 ? { type: 'code', blocks, notices } : { type: 'nothing', notices };
  }
  if (isEchoed && final === null) {
    return { type: 'echo', notices: [...notices, echoNotice(dialects, language)] };
  }
  const prose = proseOf(text);
  const unfenced = unfencedCode(prose, language, final);
  if (unfenced !== null) return { type: 'nothing', notices: [...notices, unfenced] };
  if (final !== null) return { type: 'final', final, notices };
  const isRead = dialects.some((dialect) => dialect.readProse !== undefined);
  const missed = nearMiss ?? (isRead ? colonMiss(prose) : null);
  if (missed !== null) notices.push({ code: 'final_near_miss', message: missed });
  return { type: 'nothing', notices };
}
