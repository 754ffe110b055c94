import { finished, type GuardRule } from './rule.js';

/** A reply that repeats a tool's result as if the model had said it. */
export const echo: GuardRule = {
  name: 'echo',
  find(turn, _, { echoPrefix }) {
    if (turn.reply.startsWith(echoPrefix))
      return finished(turn, `the reply begins with '${echoPrefix}'`, true);
    return turn.reply !== '' && turn.results.includes(turn.reply)
      ? finished(turn, 'the reply is the text of a tool result', true)
      : undefined;
  },
};
