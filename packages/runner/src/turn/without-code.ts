import type { ReplLanguage } from '@rlm/repl-types';
import { loadProse } from '@rlm/termination/internal';
import type { Dialect } from '@rlm/termination/dialects';

import { unfencedCode } from './bare-code/unfenced-code.js';
import type { Notice } from '../run/notice.js';
import { colonMiss, proposalNotice } from './prose-notices.js';
import { readProse } from './prose-reading.js';
import type { ReplyPlan } from './reply-plan.js';

export { renderNudge } from './prose-notices.js';
export { resolveProseFinal } from './prose-final.js';

/**
 * What a reply without runnable code asks for.
 *
 * @param proposes Whether a final in it only proposes an answer.
 */
export async function readWithoutCode(
  text: string,
  language: ReplLanguage,
  dialects: readonly Dialect[],
  proposes: boolean,
  notices: readonly Notice[],
): Promise<ReplyPlan> {
  const { final, nearMiss } = await readProse(text, dialects);
  const prose = (await loadProse()).proseOf(text);
  const unfenced = unfencedCode(prose, language, final);
  if (unfenced !== null) return { type: 'nothing', notices: [...notices, unfenced] };
  if (final !== null && proposes) {
    return { type: 'proposal', notices: [...notices, proposalNotice(dialects, language)] };
  }
  if (final !== null) return { type: 'final', final, notices };
  const isRead = dialects.some((dialect) => dialect.readProse !== undefined);
  const missed = nearMiss ?? (isRead ? colonMiss(prose) : null);
  if (missed === null) return { type: 'nothing', notices };
  return { type: 'nothing', notices: [...notices, { code: 'final_near_miss', message: missed }] };
}

/** The notices about a final beside the code of a reply; empty without a final. */
export async function finalBesideCode(
  text: string,
  dialects: readonly Dialect[],
): Promise<readonly Notice[]> {
  const { final } = await readProse(text, dialects);
  if (final === null) return [];
  const message =
    'The final answer in the text was ignored, since the reply also had code. Read the output first, then finish.';
  return [{ code: 'prose_final_ignored', message }];
}

/**
 * What a reply that ended at its length limit asks for: its closed blocks run, and a variable that it names may be the answer,
 * but its text is not, since it may be incomplete. The model gets a notice.
 */
export function readHalf(plan: ReplyPlan): ReplyPlan {
  const isText = plan.type === 'final' && plan.final.finalType !== 'variable';
  const what = isText
    ? 'so no answer was taken from it'
    : plan.type === 'code'
      ? 'and what came after its last closed block is lost'
      : 'and its end is lost';
  const message = `Your reply was cut off at its length limit, ${what}. Go on with shorter replies; build a long answer in a variable, in parts, and finish with that variable.`;
  const notices: readonly Notice[] = [{ code: 'reply_cut_off', message }, ...plan.notices];
  return isText ? { type: 'nothing', notices } : { ...plan, notices };
}
