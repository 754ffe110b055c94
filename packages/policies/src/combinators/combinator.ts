import type { TerminationPolicy } from '../shapes/policy.js';
import { combine, type Judge, type JudgeReviews } from './combine.js';
import { asPolicies } from './condition.js';
import type { Condition } from './condition.js';

/** Makes one policy from conditions, passed one by one or in lists. */
export type Combinator = (
  ...conditions: readonly (Condition | readonly Condition[])[]
) => TerminationPolicy;

/** Makes a combinator from its two judges. */
export function combinator(name: string, judge: Judge, judgeReviews: JudgeReviews): Combinator {
  return (...conditions) => combine(name, asPolicies(name, conditions.flat()), judge, judgeReviews);
}
