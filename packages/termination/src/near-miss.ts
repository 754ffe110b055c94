import type { NearMissCode } from './detection.js';
import type { CallHead } from './scan/names.js';

const hints: Readonly<Record<NearMissCode, string>> = {
  unclosed: 'there is no closing parenthesis: close it on its line',
  placeholder: 'a placeholder is not an answer: put the answer itself between the parentheses',
  'mid-sentence': 'in the middle of a sentence it ends nothing: write it on a line of its own',
  'not-an-identifier': 'name one variable, or give a value by FINAL(value) in code',
  'in-code':
    'in backquotes, or in a block that is not run, it ends nothing: put it in a block tagged `repl`, or on a line of its own',
  empty: 'there is no answer between the parentheses',
};

/** The line that a model gets about a near miss. */
export function hintOf(
  code: NearMissCode,
  { name, finalType }: Pick<CallHead, 'name' | 'finalType'>,
): string {
  const fields = code === 'not-an-identifier' && finalType === 'submit';
  return `${name}: ${fields ? 'name the fields' : hints[code]}.`;
}
