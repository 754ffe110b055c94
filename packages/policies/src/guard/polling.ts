import type { GuardRule } from './rule.js';

/** The same calls with ever new results, for longer than was allowed. */
export const polling: GuardRule = (_, { calls }, { maxPolls }) =>
  calls >= maxPolls && {
    status: 'repeated_response',
    evidence: `${calls} same calls in a row`,
  };
