import type { Dialect } from '@rlm/termination/dialects';
import { proseOf } from '@rlm/termination';
import type { ReplLanguage } from '@rlm/repl-types';

import { replFunctions } from '../repl-functions.js';
import type { Notice } from '../run/notice.js';
import { assignedOnly } from './bare-code.js';
import { besideUnrun, oneOfTwo, shownBefore, standsFor } from './proposal.js';
import { findRival, findStandIn, readProse } from './prose-reading.js';
import type { ReplyPlan } from './reply-plan.js';
import {
  afterInventedNotice,
  finalIgnored,
  formMiss,
  leftOutNotice,
  shownOutput,
  unclosedBlock,
} from './reply-notices.js';
import { runnableBlocks, textAround } from './runnable-blocks.js';
import { unrunCode } from './unrun-code.js';

/** What decides how a reply is read, beside its text. */
export interface ReadReplyOptions {
  /** Whether a final in prose only proposes an answer, which code is to confirm. */
  readonly proposes?: boolean | undefined;
  /** Whether a block has run in this run; default true. */
  readonly hasRun?: boolean | undefined;
  /** Names of the functions that the REPL has. */
  readonly functions?: readonly string[] | undefined;
}

/**
 * The rules of a step. What is executed beats what is written: a reply with runnable code never ends the run through its prose, and a
 * reply that is itself code, outside of a block, ends nothing. Nor does one that also tries code or a call in a form that does not
 * run, while no block has run.
 */
export async function readReply(
  text: string,
  language: ReplLanguage,
  dialects: readonly Dialect[],
  { proposes = false, hasRun = true, functions = replFunctions }: ReadReplyOptions = {},
): Promise<ReplyPlan> {
  const read = runnableBlocks(text, language);
  const { blocks, leftOut, afterInvented, unclosed } = read;
  const notices: Notice[] = [
    ...(unclosed ? [unclosedBlock] : []),
    ...(leftOut.length > 0 ? [leftOutNotice(leftOut)] : []),
    ...(afterInvented.length > 0 ? [afterInventedNotice(afterInvented)] : []),
    ...(read.hasShownOutput ? [shownOutput] : []),
  ];
  const isPartial = unclosed || leftOut.length > 0 || afterInvented.length > 0;
  if (blocks.length > 0 || unclosed) {
    const beside = mayHoldFinal(textAround(text, blocks), dialects)
      ? (await readProse(text, dialects)).final
      : null;
    if (beside !== null) notices.push(finalIgnored);
    return blocks.length > 0
      ? { type: 'code', blocks, beside, notices, hasUnrun: isPartial }
      : { type: 'nothing', notices, hasUnrun: true };
  }
  const { final, nearMiss } = await readProse(text, dialects);
  const prose = proseOf(text);
  const unrun =
    unrunCode({ text, prose, unread: read.unread, language, functions, final }) ??
    assignedOnly(prose, final);
  const told = { notices, hasUnrun: unrun !== null || isPartial };
  if (unrun !== null && (final === null || unrun.code === 'code_unfenced')) {
    return { type: 'nothing', ...told, notices: [...notices, unrun] };
  }
  if (final !== null && proposes) {
    return { type: 'proposal', proposal: shownBefore(dialects, language), ...told };
  }
  if (final !== null && unrun !== null && !hasRun) {
    return { type: 'proposal', proposal: besideUnrun(unrun), ...told };
  }
  if (final !== null) {
    const rival = await findRival(text, final, dialects);
    if (rival === null) return { type: 'final', final, ...told };
    const proposal = oneOfTwo(final.rawMatch ?? '', rival.rawMatch ?? '');
    return { type: 'proposal', proposal, last: rival, ...told };
  }
  const words = nearMiss && (await findStandIn(text, nearMiss, dialects));
  if (words !== null) {
    return { type: 'proposal', proposal: standsFor(words, 'placeholder'), ...told };
  }
  const isRead = dialects.some((dialect) => dialect.readProse !== undefined);
  const missed = nearMiss?.hint ?? (isRead ? formMiss(prose) : null);
  if (missed === null) return { type: 'nothing', ...told };
  const miss: Notice = { code: 'final_near_miss', message: missed };
  return { type: 'nothing', ...told, notices: [...notices, miss] };
}

/** Whether text may hold a call that one of the dialects reads: it has the letters of one of their marks. */
function mayHoldFinal(text: string, dialects: readonly Dialect[]): boolean {
  const small = text.toLowerCase();
  return dialects.some(
    ({ readProse: reads, marks = [''] }) =>
      reads !== undefined && marks.some((mark) => small.includes(/\p{L}+/u.exec(mark)?.[0] ?? '')),
  );
}

/**
 * What a reply that ended at its length limit asks for: its closed blocks run, and a variable that it names may be the answer,
 * but its text is not, since it may be incomplete. The model gets a notice.
 */
export function readHalf(plan: ReplyPlan): ReplyPlan {
  const isText =
    plan.type === 'final'
      ? plan.final.finalType !== 'variable'
      : plan.type === 'proposal' && plan.last !== undefined;
  const what = isText
    ? 'so no answer was taken from it'
    : plan.type === 'code'
      ? 'and what came after its last closed block is lost'
      : 'and its end is lost';
  const message = `Your reply was cut off at its length limit, ${what}. Go on with shorter replies; build a long answer in a variable, in parts, and finish with that variable.`;
  const notices: readonly Notice[] = [{ code: 'reply_cut_off', message }, ...plan.notices];
  return isText ? { type: 'nothing', notices, hasUnrun: plan.hasUnrun } : { ...plan, notices };
}
