import type { Notice } from '../run/notice.js';
import type { ReplyPlan } from './reply-plan.js';

/**
 * What a reply asks for that ended at its length limit: its closed blocks run, and a variable that it names may be the answer,
 * but no text of it is, since nobody can tell whether that is whole. The model is told.
 */
export function readHalf(plan: ReplyPlan): ReplyPlan {
  const isText = plan.type === 'final' && plan.final.type !== 'variable';
  const what = isText
    ? 'so no answer was taken from it'
    : plan.type === 'code'
      ? 'and what came after its last closed block is lost'
      : 'and its end is lost';
  const message = `Your reply was cut off at its length limit, ${what}. Go on with shorter replies; build a long answer in a variable, in parts, and finish with that variable.`;
  const notices: readonly Notice[] = [{ code: 'reply_cut_off', message }, ...plan.notices];
  return isText ? { type: 'nothing', notices } : { ...plan, notices };
}
