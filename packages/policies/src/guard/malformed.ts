import { stuck, type GuardRule } from './rule.js';

/** Action syntax that could not be read, turn after turn, after the turns that repair is allowed. */
export const malformed: GuardRule = {
  name: 'malformed',
  find: (_, state, { maxMalformed }) =>
    state.malformed > maxMalformed
      ? stuck('malformed_action_output', `${state.malformed} unreadable replies in a row`)
      : undefined,
};
