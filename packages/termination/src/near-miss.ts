import type { FinalType } from '@rlm/repl-types';

import type { NearMiss, NearMissCode, Span } from './detection.js';

/** At most so many near misses are reported. */
export const nearMissLimit = 16;

function hintFor(code: NearMissCode, name: string, type: FinalType): string {
  switch (code) {
    case 'unclosed':
      return `${name}( was not closed: write the whole call, up to its closing parenthesis.`;
    case 'placeholder':
      return `${name} was called with a placeholder: put the actual answer in its place.`;
    case 'mid-sentence':
      return `${name} within a sentence does not end the run: write the call alone on a line of its own.`;
    case 'not-an-identifier':
      return type === 'submit'
        ? 'SUBMIT takes fields: SUBMIT(answer="...").'
        : `${name} takes the name of one variable: assign the value to a variable first, then name it.`;
    case 'in-code':
      return `${name} in quoted code is not executed: write it as plain text, or in a code block of the REPL.`;
    case 'empty':
      return `${name} was called without an argument: give it the answer.`;
  }
}

/** Describes a call that almost counted. */
export function toNearMiss(
  code: NearMissCode,
  name: string,
  type: FinalType,
  span: Span,
): NearMiss {
  return Object.freeze({ code, hint: hintFor(code, name, type), span });
}
