import { stuck, type GuardRule } from './rule.js';

/** The same calls with ever new results, for longer than was allowed. */
export const polling: GuardRule = {
  name: 'polling',
  find: (_, { calls }, { maxPolls }) =>
    calls >= maxPolls
      ? stuck('repeated_response', `the same calls, ${calls} times in a row`)
      : undefined,
};
