import { findFinalCalls } from '../find-final-calls.js';
import type { Span } from '../detection.js';

/** `text` with each FINAL, FINAL_VAR or SUBMIT call blanked out that `isEcho` knows, at the same length. */
export function blankEchoes(text: string, isEcho: (call: string) => boolean): string {
  const { calls } = findFinalCalls(text, { caseSensitive: false });
  const echoes = calls.filter(({ rawMatch }) => isEcho(rawMatch));
  return echoes.reduce((blanked, { span }) => blankSpan(blanked, span), text);
}

/** `text` with dots in the place of what stands at `span`: as long as before, and on as many lines. */
export function blankSpan(text: string, [start, end]: Span): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, '.') + text.slice(end);
}
