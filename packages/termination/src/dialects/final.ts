import { detectFinalInText } from '../detect-final-in-text.js';
import type { Dialect } from './dialect.js';

/** `FINAL(answer)` and `FINAL_VAR("name")`, in code or in prose as `detectFinalInText` reads it. */
export const final: Dialect = Object.freeze<Dialect>({
  name: 'final',
  session: 'final',
  guestNames: ['FINAL', 'FINAL_VAR'],
  readProse: (text) => detectFinalInText(text, { precedence: ['variable', 'direct'] }),
  marks: ['final(', 'final_var('],
  words: () => ({
    code: 'FINAL(value) in a block, with the answer itself.',
    prose: 'A reply without any block may end with FINAL(the answer) on a line of its own.',
    reminder: 'finish with FINAL(the answer) on a line of its own',
    lastReply:
      'Finish with FINAL_VAR("name") if a variable holds it, or else with FINAL(the answer) on a line of its own.',
  }),
});
