import { finished, type GuardRule } from './rule.js';

/** A reply in plain text, without any action: the model has finished without saying so. */
export const noAction: GuardRule = {
  name: 'no_action',
  find: (turn) =>
    turn.form === 'text' ? finished(turn, 'the reply is text without an action', false) : undefined,
};
