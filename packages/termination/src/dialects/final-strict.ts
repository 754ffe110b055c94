import { readFinalLines } from '../read-final-lines.js';
import type { Dialect } from './dialect.js';

/**
 * The format of rlm-kit, a Python package: `FINAL(...)` or `FINAL_VAR(...)` alone on a line, FINAL_VAR first, content as
 * written, with its quotes. Code calls the two as in the dialect `final`.
 */
export const finalStrict: Dialect = Object.freeze<Dialect>({
  name: 'final-strict',
  session: 'final',
  guestNames: ['FINAL', 'FINAL_VAR'],
  readProse: readFinalLines,
  marks: ['final(', 'final_var('],
  words: () => ({
    code: 'FINAL(value) in a block, with the answer itself.',
    prose:
      'A reply without any block may end instead with FINAL(the answer) or FINAL_VAR(name) alone on a line: the text between the parentheses is the answer, as written.',
    reminder: 'finish with FINAL(the answer) alone on a line',
    lastReply:
      'Finish with FINAL_VAR(name) if a variable holds it, or else with FINAL(the answer), alone on a line.',
  }),
});
