/**
 * The readers of a reply's prose. A loop needs them only for replies that may hold a call outside of code.
 *
 * @module
 */
import { findFinalCalls } from './find-final-calls.js';

export { detectFinalInText } from './detect-final-in-text.js';
export { readFinalLines } from './read-final-lines.js';
export { proseOf } from './prose-of.js';
export { FinalVarNotFoundError } from './resolve-final-var.js';

/** Replaces each FINAL, FINAL_VAR or SUBMIT call in the prose of `text` by dots, keeping its length and lines. */
export function blankFinals(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { span } of findFinalCalls(text, { caseSensitive: false }).calls) {
    kept.push(text.slice(from, span[0]), text.slice(...span).replace(/[^\n]/g, '.'));
    from = span[1];
  }
  return [...kept, text.slice(from)].join('');
}
