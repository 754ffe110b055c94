import { findFinalCalls } from './find-final-calls.js';

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
