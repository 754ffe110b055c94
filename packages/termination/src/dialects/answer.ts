import type { ReplLanguage } from '@rlm/repl-types';
import { fenced } from '@rlm/repl-types/internal';

import type { Dialect } from './dialect.js';

const programs: Readonly<Record<ReplLanguage, string>> = {
  python: 'answer["content"] = value\nanswer["ready"] = True',
  javascript: 'answer.content = value;\nanswer.ready = true;',
};

/** A variable `answer` that code fills and marks as ready. Prose cannot end a run. */
export const answer: Dialect = Object.freeze<Dialect>({
  name: 'answer',
  session: 'answer',
  guestNames: ['answer'],
  words: (language) => ({
    code: `In a block:\n${fenced(programs[language], 'repl')}`,
    prose: '',
    reminder: 'finish through the variable `answer` in a block',
    lastReply: '',
  }),
});
