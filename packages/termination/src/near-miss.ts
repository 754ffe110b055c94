import type { NearMissCode } from './detection.js';
import type { CallHead } from './scan/names.js';

const hints: Readonly<Record<NearMissCode, string>> = {
  unclosed: 'no closing parenthesis',
  placeholder: 'a placeholder is not an answer',
  'mid-sentence': 'write it alone on its line',
  'not-an-identifier': 'name one variable, or give a value by FINAL(value) in code',
  'in-code': 'write it outside of code',
  empty: 'no answer',
};

/** The line that a model gets about a near miss. */
export function hintOf(
  code: NearMissCode,
  { name, finalType }: Pick<CallHead, 'name' | 'finalType'>,
): string {
  const fields = code === 'not-an-identifier' && finalType === 'submit';
  return `${name}: ${fields ? 'name the fields' : hints[code]}.`;
}
