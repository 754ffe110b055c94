import { accepted, proceed, stop } from '../define/decisions.js';
import type { TerminationPolicy } from '../shapes/policy.js';
import { combine } from './combine.js';
import { asPolicy } from './condition.js';
import type { Condition } from './condition.js';

/**
 * Ends a run exactly when the policy would not; useful inside {@link allOf}. It never has an answer, and never sends
 * one back.
 */
export function not(condition: Condition): TerminationPolicy {
  return combine(
    'not',
    [asPolicy(condition)],
    ([decision]) => (decision?.terminate ? proceed : stop('not', 'It goes on')),
    () => accepted,
    () => proceed,
  );
}
