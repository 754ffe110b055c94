import type { GuardRule } from './rule.js';

/** Unreadable action syntax in consecutive turns, after the turns that are allowed for repair. */
export const malformed: GuardRule = (_, state, { maxMalformed }) =>
  state.malformed > maxMalformed && {
    status: 'malformed_action_output',
    evidence: `${state.malformed} unreadable replies in a row`,
  };
