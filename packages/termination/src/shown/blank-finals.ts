import { findFinalCalls } from '../find-final-calls.js';

/** `text` with dots in the place of each FINAL, FINAL_VAR or SUBMIT call in its prose: as long as before, and on as many lines. */
export function blankFinals(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { span } of findFinalCalls(text, { caseSensitive: false }).calls) {
    kept.push(text.slice(from, span[0]), text.slice(...span).replace(/[^\n]/g, '.'));
    from = span[1];
  }
  return [...kept, text.slice(from)].join('');
}
