import type { GuardRule } from './rule.js';

/** Action syntax that could not be read, turn after turn, after the turns that repair is allowed. */
export const malformed: GuardRule = (_, state, { maxMalformed }) =>
  state.malformed > maxMalformed && {
    status: 'malformed_action_output',
    evidence: `${state.malformed} unreadable replies in a row`,
  };
