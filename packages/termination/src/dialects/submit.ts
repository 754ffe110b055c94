import type { ReplLanguage } from '@rlm/repl-types';

import { detectFinalInText } from '../detect-final-in-text.js';
import type { Dialect } from './dialect.js';

const calls: Readonly<Record<ReplLanguage, string>> = {
  python: 'SUBMIT(answer=value)',
  javascript: 'SUBMIT({ answer: value })',
};

/** `SUBMIT` with named fields, in code or in prose as `detectFinalInText` reads it. */
export const submit: Dialect = Object.freeze<Dialect>({
  name: 'submit',
  session: 'submit',
  guestNames: ['SUBMIT'],
  readProse: (text) => detectFinalInText(text, { precedence: ['submit'] }),
  marks: ['submit('],
  words: (language) => ({
    code: `${calls[language]} in a block.`,
    prose: '',
    reminder: `finish with ${calls[language]} in a block`,
    lastReply: '',
  }),
});
