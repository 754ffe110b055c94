import type { NearMissCode } from './detection.js';

/** What a model is told of each kind of near miss, after the call's name. */
export const hints: Readonly<Record<NearMissCode, string>> = {
  unclosed: 'the closing parenthesis is missing.',
  placeholder: 'put the actual answer in place of the placeholder.',
  'mid-sentence': 'to end the run, write the call alone on its line.',
  'not-an-identifier': 'name one variable of the REPL.',
  'in-code': 'quoted code is not run; write the call as plain text or in a code block to run.',
  empty: 'the answer is missing.',
};

/** What a model is told of a SUBMIT without fields. */
export const submitHint = 'name the fields, as in SUBMIT(answer="...").';
