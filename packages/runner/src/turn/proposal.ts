import { headOf } from '@rlm/repl-types/internal';
import type { ReplLanguage } from '@rlm/repl-types';
import type { Dialect } from '@rlm/termination/dialects';

import type { Notice } from '../run/notice.js';
import type { Meant } from './meant-by.js';

/** A final in prose that only proposes an answer, which the model is to confirm. */
export interface Proposal {
  /** Why it only proposes, for the run's result: the end of a sentence. */
  readonly reason: string;
  readonly notice: Notice;
}

/** Of a final after texts with finals, which the model may only repeat: code is to confirm it. */
export function shownBefore(dialects: readonly Dialect[], language: ReplLanguage): Proposal {
  // One way is enough to know, as in the first prompt.
  const [first] = dialects.filter(({ readProse }) => readProse !== undefined);
  const way = first?.words(language).code ?? '';
  return {
    reason: 'the model was shown a text that holds a final',
    notice: {
      code: 'final_unconfirmed',
      message: `The final in your text did not end the run, because texts that you were shown hold finals too. To confirm your answer, finish in code: ${way}`,
    },
  };
}

/** Of a final beside code or a call that did not run, while nothing has. */
export function besideUnrun({ code, message }: Notice): Proposal {
  return {
    reason: 'no block has run, and the reply has code or a call that did not run',
    notice: {
      code,
      message: `${message} The final in the text was not taken for an answer: run the code and look at its output first.`,
    },
  };
}

/** Of a reply with two finals that differ. */
export function oneOfTwo(first: string, second: string): Proposal {
  return {
    reason: 'the reply has two finals that differ',
    notice: {
      code: 'final_proposed',
      message: `Your text has two finals that differ, ${shown(first)} and ${shown(second)}, so neither ended the run. Write the one that you mean, alone.`,
    },
  };
}

/** What words are that are no answer, and what to write for their value. */
const advice: Readonly<Record<Meant, { readonly is: string; readonly how: string }>> = {
  variable: { is: 'is a variable of the REPL', how: 'For its value, write FINAL_VAR' },
  placeholder: { is: 'stands for an answer', how: 'Write the answer itself' },
  function: { is: 'is a function of the REPL', how: 'For its value, call it in a block' },
  unrun: { is: 'is a name of code that did not run', how: 'Run the code in a block first' },
  expression: { is: 'reads as code', how: 'For its value, finish in a block tagged `repl`' },
};

/** Of a final whose words stand for something else. */
export function standsFor(argument: string, meant: Meant): Proposal {
  const words = argument.trim();
  const { is, how } = advice[meant];
  const reason = `\`${headOf(words, shownChars)}\` ${is}`;
  const quoted = words.length > shownChars ? '"..."' : JSON.stringify(words);
  const value = meant === 'variable' ? `${how}(${quoted})` : how;
  return {
    reason,
    notice: {
      code: meant === 'variable' ? 'final_names_variable' : 'final_proposed',
      message: `${shown(`FINAL(${words})`)} in text gives these words and no value, but ${reason}. ${value}; if these words are the answer, write FINAL(${quoted}).`,
    },
  };
}

/** Characters of a final that are shown. */
const shownChars = 120;

function shown(call: string): string {
  return call.length > shownChars ? `${headOf(call, shownChars)}...` : call;
}
