import { detectFinalInText, type FinalDetection } from '@rlm/termination';
import type { FinalDialect, SandboxLanguage } from '@rlm/sandbox';

import type { Notice } from './notice.js';
import { runnableBlocks } from './runnable-blocks.js';

/** A final that stands in the prose of a reply without code. */
export type ProseFinal =
  | { readonly type: 'direct'; readonly answer: string }
  | { readonly type: 'variable'; readonly var: string }
  | { readonly type: 'submit'; readonly fields: Readonly<Record<string, unknown>> };

/** What a reply asks for. */
export type ReplyPlan =
  | {
      readonly type: 'code';
      readonly blocks: readonly string[];
      readonly notices: readonly Notice[];
    }
  | { readonly type: 'final'; readonly final: ProseFinal; readonly notices: readonly Notice[] }
  | { readonly type: 'nothing'; readonly notices: readonly Notice[] };

/**
 * The turn rules (design, section 4). What is executed beats what is written: a reply with runnable code
 * never ends the run through its prose. Blocks tagged `repl` are runnable; where there is none, those
 * tagged with the REPL's language; where there is none either, untagged ones that look like code.
 */
export function readReply(
  text: string,
  language: SandboxLanguage,
  dialects: readonly FinalDialect[],
): ReplyPlan {
  const { blocks, unclosed } = runnableBlocks(text, language);
  const detection = detectFinalInText(text);
  const notices: Notice[] = [];
  if (unclosed) {
    const message = 'A block of code was not run, because its closing fence is missing.';
    notices.push({ code: 'block_unclosed', message });
  }
  if (blocks.length > 0 || unclosed) {
    if (detection.detected) {
      const message =
        'The final answer in the text was ignored, since the reply also had code. Read the output first, then finish.';
      notices.push({ code: 'prose_final_ignored', message });
    }
    return blocks.length > 0 ? { type: 'code', blocks, notices } : { type: 'nothing', notices };
  }
  const final = proseFinal(detection);
  if (final !== null && dialects.includes(final.type === 'submit' ? 'submit' : 'final')) {
    return { type: 'final', final, notices };
  }
  const [nearMiss] = detection.nearMisses;
  if (nearMiss !== undefined) notices.push({ code: 'final_near_miss', message: nearMiss.hint });
  return { type: 'nothing', notices };
}

function proseFinal(detection: FinalDetection): ProseFinal | null {
  const { finalType, content, submitFields } = detection;
  switch (finalType) {
    case 'direct':
      return { type: 'direct', answer: content ?? '' };
    case 'variable':
      return { type: 'variable', var: content ?? '' };
    case 'submit':
      return { type: 'submit', fields: submitFields ?? {} };
    case null:
      return null;
  }
}
