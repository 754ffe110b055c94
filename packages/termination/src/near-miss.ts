import type { NearMissCode } from './detection.js';

/** What a model is told of each kind of near miss, after the call's name. */
export const hints: Readonly<Record<NearMissCode, string>> = {
  unclosed: 'no closing parenthesis',
  placeholder: 'a placeholder is no answer',
  'mid-sentence': 'write the call alone on its line',
  'not-an-identifier': 'name one variable',
  'in-code': 'write the call outside of quoted code',
  empty: 'no answer',
};

/** What a model is told of a SUBMIT without fields. */
export const submitHint = 'name the fields: SUBMIT(answer="...")';
