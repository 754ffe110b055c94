import { finished, type GuardRule } from './rule.js';

/** A reply that repeats a tool's result as if the model had written it. */
export const echo: GuardRule = (turn, _, { echoPrefix }) =>
  !turn.echoed &&
  (turn.reply.startsWith(echoPrefix) ||
    (turn.reply !== '' && turn.results.includes(turn.reply))) && {
    status: finished(turn),
    evidence: 'a result repeated',
  };
