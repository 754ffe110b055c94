import { findCycle } from './find-cycle.js';
import type { GuardRule } from './rule.js';

/** The same turn, or the same few turns, again and again: text, calls and results. */
export const repeat: GuardRule = ({ reply, form }, { keys }, { repeats, maxPeriod }) => {
  const period = findCycle(keys, repeats, maxPeriod);
  const toolOnly = reply === '' && form === 'acted';
  return (
    period > 0 && {
      status: toolOnly ? 'repeated_empty_tool_only_iterations' : 'repeated_response',
      evidence: `a cycle of ${period}, ${repeats} times in a row`,
    }
  );
};
