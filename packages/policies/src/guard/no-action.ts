import { finished, type GuardRule } from './rule.js';

/** A reply in plain text, without any action: the model has finished without saying so. */
export const noAction: GuardRule = (turn) =>
  turn.form === 'text' &&
  !turn.echoed && {
    status: finished(turn),
    evidence: 'text without an action',
  };
