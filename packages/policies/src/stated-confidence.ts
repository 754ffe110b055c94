import { required, text as string } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';
import { parseCodeBlocks } from '@rlm/termination/internal';

/** The word, what may surround it (quotes, emphasis, `score`), a sign or `is`, and the number. */
const statement =
  /\bconfidence(?:[ _-](?:score|level))?["'*_`]{0,4}[ \t]{0,4}(?::|=|\bis\b)[ \t]{0,4}["'*_`]{0,4}[ \t]{0,4}(\d{1,4}(?:\.\d{1,20})?|\.\d{1,20})[ \t]?(%|\/[ \t]?\d{1,4}\b)?/gi;

/**
 * Reads the confidence that a model states, from 0 to 1: `confidence: 0.93`, `"confidence": 0.93`,
 * `**Confidence:** 93%`, `confidence = 9/10`, `confidence score is .9`. The last statement counts. Text in fenced
 * blocks is ignored, since it is code. A number from 1 to 100 without a sign is read as percent. Undefined if nothing
 * is stated. Linear in the text's length.
 */
export function statedConfidence(text: string): number | undefined {
  checkOption('text', text, required(string), refuseOption);
  let stated: number | undefined;
  for (const [, digits = '', unit = ''] of outsideBlocks(text).matchAll(statement)) {
    const share = Number(digits) / scaleOf(Number(digits), unit);
    if (share >= 0 && share <= 1) stated = share;
  }
  return stated;
}

function scaleOf(number: number, unit: string): number {
  if (unit === '%') return 100;
  if (unit !== '') return Number(unit.slice(1));
  return number > 1 ? 100 : 1;
}

function outsideBlocks(text: string): string {
  let at = 0;
  let kept = '';
  for (const { span } of parseCodeBlocks(text)) {
    kept += `${text.slice(at, span[0])}\n`;
    at = span[1];
  }
  return kept + text.slice(at);
}
