import type { TerminationPolicy } from '../shapes.js';
import { combine, type Judge } from './combine.js';
import { asPolicy, type Condition } from './condition.js';

/** Makes one policy out of conditions, given one by one or in lists. */
export type Combinator = (
  ...conditions: readonly (Condition | readonly Condition[])[]
) => TerminationPolicy;

/** A combinator by the way in which it judges. */
export function combinator(name: string, judge: Judge): Combinator {
  return (...conditions) =>
    combine(
      name,
      conditions.flat().map((each) => asPolicy(each)),
      judge,
    );
}
