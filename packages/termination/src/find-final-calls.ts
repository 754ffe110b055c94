import { trueOrFalse } from '@rlm/repl-types/options';
import type { OptionRules } from '@rlm/repl-types/internal';

import { checkText, checkTextOptions } from './check-options.js';
import { isOnlyMentioned } from './context/sentence.js';
import { spanOf, toCall, type FinalCall, type NearMiss, type NearMissCode } from './detection.js';
import { hintOf } from './near-miss.js';
import { readArgument } from './read-argument.js';
import { decodeLiteral } from './scan/decode-literal.js';
import { punctuationAfter } from './scan/line.js';
import { createHeadFinder } from './scan/find-heads.js';
import type { CallHead } from './scan/names.js';
import { scanReply, type ReplyVisitor } from './scan/scan-reply.js';

/** How calls are looked for. */
export interface FindFinalCallsOptions {
  /**
   * Whether names must be in capitals; default true. If false, a name in other letters counts only with a quoted
   * argument, so that "the final (and only) report" is not a call.
   */
  readonly caseSensitive?: boolean | undefined;
}

/** The rules for {@link FindFinalCallsOptions}. */
export const findRules = (): OptionRules<FindFinalCallsOptions> => ({ caseSensitive: trueOrFalse });

/** The calls of a text that count, and those that almost counted, each in the text's order. */
export interface FinalCalls {
  readonly calls: readonly FinalCall[];
  /** At most 16. */
  readonly nearMisses: readonly NearMiss[];
}

/** How many near misses are reported. */
const maxMisses = 16;

const isCapital = ({ name }: CallHead): boolean => name === name.toUpperCase();

/** How much of `after` is parentheses that belong to the argument, not to one opened `before`. */
function surplusOf(before: string, after: string): number {
  let enclosing = 0;
  for (const character of before) {
    if (character === '(') enclosing++;
    if (character === ')' && enclosing > 0) enclosing--;
  }
  return (after.match(/[^\S\n]*\)/gy) ?? []).slice(enclosing).join('').length;
}

/**
 * Finds the calls in a reply's prose that end a run. Detection, stripping and the `final_pattern` policy share this
 * parser. Linear in the text's length; only the first 1,000 calls of a text are read.
 */
export function findFinalCalls(text: string, options: FindFinalCallsOptions = {}): FinalCalls {
  checkText('text', text);
  checkTextOptions<FindFinalCallsOptions>(options, findRules());
  const { caseSensitive = true } = options;
  const calls: FinalCall[] = [];
  const nearMisses: NearMiss[] = [];

  const miss = (code: NearMissCode, head: CallHead, start: number, end: number) => {
    if (nearMisses.length < maxMisses && isCapital(head)) {
      nearMisses.push(Object.freeze({ code, hint: hintOf(code, head), span: spanOf(start, end) }));
    }
    return end;
  };

  const onCall: ReplyVisitor['onCall'] = (head, close, before, lineEnd) => {
    const { start, from, finalType } = head;
    if (close === -1) return miss('unclosed', head, start, from);

    let end = close + 1;
    let after = punctuationAfter(text, end);
    const literal = decodeLiteral(text.slice(from, close).trim());
    if (after !== undefined && literal === null) {
      const surplus = surplusOf(before, after);
      end += surplus;
      after = after.slice(surplus);
    }
    if (!isCapital(head) && literal === null && finalType !== 'submit') return from;

    const meaning = readArgument(finalType, text.slice(from, end - 1).trim(), literal);
    if (typeof meaning === 'string') return miss(meaning, head, start, end);
    const lineStart = start - before.length;
    if (
      after === undefined ||
      isDisplayed(before, after) ||
      isOnlyMentioned(before, text.slice(0, lineStart).slice(-200).trimEnd())
    ) {
      miss('mid-sentence', head, start, end);
      // A mention that ran past its line may hide a call on a later line.
      return Math.min(end, Math.max(lineEnd, from));
    }
    calls.push(toCall(text, finalType, start, end, meaning));
    return end;
  };

  const headsIn = createHeadFinder(text);
  const onHidden: ReplyVisitor['onHidden'] = (what, start, end) => {
    if (what === 'aside' || nearMisses.length === maxMisses) return;
    for (const head of headsIn(start, end)) miss('in-code', head, head.start, head.from);
  };
  scanReply(text, { onHidden, onCall }, caseSensitive ? 'g' : 'gi');
  return { calls, nearMisses };
}

const quote = /["'„「-』\p{Pi}\p{Pf}]/u;

/** Whether a call between `before` and `after` is in a table, a question or quotation marks. */
function isDisplayed(before: string, after: string): boolean {
  return (
    /[?？]|(?<![<|｜])\|(?![|>])/.test(after) ||
    /^\s*\||\s\|\s/.test(before) ||
    (quote.test(before) && quote.test(after))
  );
}
