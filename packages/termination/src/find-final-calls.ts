import { isDisplayed } from './context/displayed.js';
import { isOnlyMentioned } from './context/sentence.js';
import type { FinalCall, NearMiss, NearMissCode, Span } from './detection.js';
import { hints, submitHint } from './near-miss.js';
import { readArgument } from './read-argument.js';
import { punctuationAfter } from './scan/line.js';
import { decodeLiteral } from './scan/literal.js';
import { findCallHeads, type CallHead } from './scan/names.js';
import { scanReply, type ScannedCall } from './scan/scan-reply.js';

/** How calls are looked for. */
export interface FindFinalCallsOptions {
  /**
   * Whether names must be in capitals; default true. Otherwise one in other letters counts with a
   * quoted argument only, so that "the final (and only) report" is no call.
   */
  readonly caseSensitive?: boolean;
}

/** Every call of a text that counts, and what almost counted; both in the text's order. */
export interface FinalCalls {
  readonly calls: readonly FinalCall[];
  /** At most 16. */
  readonly nearMisses: readonly NearMiss[];
}

const nearMissLimit = 16;
const spanOf = (start: number, end: number): Span => Object.freeze([start, end] as const);
const isCapital = ({ name }: CallHead): boolean => name === name.toUpperCase();

/** How much of `after` are parentheses that belong to the argument, not to one opened `before`. */
function surplusOf(before: string, after: string): number {
  let enclosing = 0;
  for (const character of before) {
    if (character === '(') enclosing++;
    if (character === ')') enclosing = Math.max(0, enclosing - 1);
  }
  let surplus = 0;
  for (const { 0: blanksAndClose } of [...after.matchAll(/[^\S\n]*\)/gy)].slice(enclosing)) {
    surplus += blanksAndClose.length;
  }
  return surplus;
}

/**
 * Finds the calls in a reply's prose that end a run: the parser that detection, stripping and the
 * `final_pattern` policy share. Linear in the text's length.
 */
export function findFinalCalls(
  text: string,
  { caseSensitive = true }: FindFinalCallsOptions = {},
): FinalCalls {
  const calls: FinalCall[] = [];
  const nearMisses: NearMiss[] = [];

  const miss = (code: NearMissCode, head: CallHead, start = head.start, end = head.open + 1) => {
    if (nearMisses.length < nearMissLimit && isCapital(head)) {
      const noFields = code === 'not-an-identifier' && head.finalType === 'submit';
      const hint = `${head.name}: ${noFields ? submitHint : hints[code]}.`;
      nearMisses.push(Object.freeze({ code, hint, span: spanOf(start, end) }));
    }
    return end;
  };

  const readCall = ({ head, close, line, proseStart }: ScannedCall): number => {
    const { start, open, finalType } = head;
    if (close === -1) return miss('unclosed', head);

    const before = text.slice(Math.max(line.start, proseStart), start);
    let after = punctuationAfter(text, close + 1);
    let end = close + 1;
    const literal = decodeLiteral(text.slice(open + 1, end - 1).trim());
    if (after !== undefined && literal === null) {
      const surplus = surplusOf(before, after);
      end += surplus;
      after = after.slice(surplus);
    }
    if (!isCapital(head) && literal === null && finalType !== 'submit') return open + 1;

    const meaning = readArgument(head, text.slice(open + 1, end - 1), literal);
    if (typeof meaning === 'string') return miss(meaning, head, start, end);
    if (
      after === undefined ||
      isDisplayed(before, after) ||
      isOnlyMentioned(before, text.slice(Math.max(0, line.start - 200), line.start).trimEnd())
    ) {
      miss('mid-sentence', head, start, end);
      // A mention that ran over its line may hide a call on a later one.
      return Math.min(end, Math.max(line.end, open + 1));
    }
    const { content, submitFields } = meaning;
    const found = {
      finalType,
      content,
      rawMatch: text.slice(start, end),
      span: spanOf(start, end),
    };
    calls.push(Object.freeze(submitFields === undefined ? found : { ...found, submitFields }));
    return end;
  };

  scanReply(
    text,
    (start, end) => {
      for (const head of findCallHeads(text.slice(start, end), 'g')) {
        miss('in-code', head, start + head.start, start + head.open + 1);
      }
    },
    readCall,
    caseSensitive ? 'g' : 'gi',
  );
  return { calls, nearMisses };
}
