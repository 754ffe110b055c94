import { findCycle } from './find-cycle.js';
import { stuck, type GuardRule } from './rule.js';

/** The same turn again and again, or the same few turns in turn: text, calls and results. */
export const repeat: GuardRule = {
  name: 'repeat',
  find({ reply, form }, { keys }, { repeats, maxPeriod }) {
    const period = findCycle(keys, repeats, maxPeriod);
    if (period === 0) return undefined;
    const status =
      reply === '' && form === 'acted'
        ? 'repeated_empty_tool_only_iterations'
        : 'repeated_response';
    const what = period === 1 ? 'the same turn' : `the same ${period} turns`;
    return stuck(status, `${what}, ${repeats} times in a row`);
  },
};
