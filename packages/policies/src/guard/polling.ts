import type { GuardRule } from './rule.js';

/** The same calls with always new results, for longer than allowed. */
export const polling: GuardRule = (_, { calls }, { maxPolls }) =>
  calls >= maxPolls && {
    status: 'repeated_response',
    evidence: `${calls} same calls in a row`,
  };
