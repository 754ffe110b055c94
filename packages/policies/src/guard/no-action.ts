import { finished, type GuardRule } from './rule.js';

/** A reply in plain text without any action: the model has finished without a finish signal. */
export const noAction: GuardRule = (turn) =>
  turn.form === 'text' &&
  !turn.echoed && {
    status: finished(turn),
    evidence: 'text without an action',
  };
