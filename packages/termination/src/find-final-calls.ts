import { createLineFinder, isDisplayed, punctuationAfter } from './context/line.js';
import { isOnlyMentioned } from './context/sentence.js';
import type { FinalCall, NearMiss, NearMissCode } from './detection.js';
import { interpretArgument } from './interpret.js';
import { nearMissLimit, toNearMiss } from './near-miss.js';
import { findCallEnd } from './scan/argument.js';
import { decodeLiteral } from './scan/literal.js';
import { findCallHeads, type CallHead } from './scan/names.js';
import { matchParentheses } from './scan/parentheses.js';
import { createRegionFinder } from './scan/regions.js';

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

/**
 * Finds the calls in a reply's prose that end a run: the parser that detection, stripping and the
 * `final_pattern` policy share. Linear in the text's length.
 */
export function findFinalCalls(text: string, options: FindFinalCallsOptions = {}): FinalCalls {
  const heads = [...findCallHeads(text, options.caseSensitive ?? true)];
  if (heads.length === 0) return { calls: [], nearMisses: [] };

  const calls: FinalCall[] = [];
  const nearMisses: NearMiss[] = [];
  const closes = matchParentheses(
    text,
    heads.map((head) => head.open),
  );
  const nextRegion = createRegionFinder(text);
  const lineOf = createLineFinder(text);
  const budget = { left: 8 * text.length };
  let position = 0;
  let proseStart = 0;

  const miss = (code: NearMissCode, head: CallHead, end = head.open + 1): void => {
    if (nearMisses.length >= nearMissLimit) return;
    nearMisses.push(toNearMiss(code, head.name, head.finalType, [head.start, end]));
  };

  for (const head of heads) {
    if (head.start < position) continue;
    let region = nextRegion(position);
    while (region !== null && region.end <= head.start) {
      position = region.end;
      if (region.kind === 'thought' || region.kind === 'comment') proseStart = region.end;
      region = nextRegion(position);
    }
    if (region !== null && region.start <= head.start) {
      if (region.kind === 'fence' || region.kind === 'code') miss('in-code', head);
      continue;
    }

    const line = lineOf(head.start);
    let close = findCallEnd({
      text,
      open: head.open,
      balanced: closes.get(head.open),
      readStrings: head.finalType === 'submit',
      lineClose: line.close,
      budget,
    });
    if (close === -1) {
      miss('unclosed', head);
      position = head.open + 1;
      continue;
    }
    const before = text.slice(Math.max(line.start, proseStart), head.start);
    let after = punctuationAfter(text, close + 1);
    if (after !== null && decodeLiteral(text.slice(head.open + 1, close).trim()) === null) {
      const surplus = surplusAfter(before, after);
      close += surplus;
      after = after.slice(surplus);
    }
    const end = close + 1;
    const argument = text.slice(head.open + 1, close);
    const meaning = interpretArgument(head, argument);
    const quoted = decodeLiteral(argument.trim()) !== null || head.finalType === 'submit';
    const mentioned =
      after === null ||
      isDisplayed(before, after) ||
      (head.emphasis !== '' && !after.startsWith(head.emphasis)) ||
      isOnlyMentioned(before, lineAbove(text, line.start, proseStart));

    if (head.name !== head.name.toUpperCase() && !quoted) {
      position = head.open + 1;
    } else if ('nearMiss' in meaning) {
      miss(meaning.nearMiss, head, end);
      position = end;
    } else if (mentioned) {
      miss('mid-sentence', head, end);
      // A mention that ran over its line may hide a call on a later one.
      position = Math.min(end, Math.max(line.end, head.open + 1));
    } else {
      const rawMatch = text.slice(head.start, end);
      const span = Object.freeze([head.start, end] as const);
      calls.push(Object.freeze({ finalType: head.finalType, ...meaning, rawMatch, span }));
      position = end;
    }
  }
  return { calls, nearMisses };
}

/** How much of `after` are parentheses that belong to the argument, not to one opened `before`. */
function surplusAfter(before: string, after: string): number {
  let enclosing = 0;
  for (const character of before) {
    if (character === '(') enclosing++;
    else if (character === ')' && enclosing > 0) enclosing--;
  }
  let surplus = 0;
  for (const [blanksAndClose] of after.matchAll(/[^\S\n]*\)/gy)) {
    surplus += blanksAndClose.length;
  }
  for (; enclosing > 0 && surplus > 0; enclosing--) surplus = after.lastIndexOf(')', surplus - 1);
  return Math.max(0, surplus);
}

function lineAbove(text: string, lineStart: number, proseStart: number): string {
  const above = text.slice(Math.max(proseStart, lineStart - 200), lineStart).trimEnd();
  return above.slice(above.lastIndexOf('\n') + 1);
}
