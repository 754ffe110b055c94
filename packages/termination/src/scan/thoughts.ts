import { createFenceReader } from './fence.js';
import { channelEnd, finalHeader, strippedEnd } from './harmony.js';
import { afterLine } from './line.js';
import { thoughtMarks, type ThoughtMark } from './thought-marks.js';

/** Finds the thoughts of one text, at ascending indexes. Linear in its length. */
export interface ThoughtFinder {
  /**
   * The index after the thoughts with which the text begins, and after the marks around them; 0 if it begins with none.
   * A thought may have been opened before the text, as the templates of some models do.
   */
  atStart(): number;
  /** The index after the thought that begins at `at`, or after the header of an answer; -1 if none begins there. */
  at(at: number): number;
  /** Whether each thought that was found has as many closing marks as opening ones, and so ends there. */
  readonly isSure: boolean;
}

/** The characters with which marks of thoughts begin: a part of the source of a regular expression. */
export const thoughtSource = '<(?=[a-zA-Z|])|\\[(?=[tT][hH])|◁';

interface Reader {
  readonly mark: ThoughtMark;
  readonly open: RegExp;
  /** Its opening marks and, as a group, its closing ones. */
  readonly all: RegExp;
}

const readers: readonly Reader[] = thoughtMarks.map((mark) => ({
  mark,
  open: new RegExp(mark.open, 'iy'),
  all: new RegExp(`${mark.open}|(${mark.close})`, 'gi'),
}));

const blanks = /[\s\uFEFF]*/y;
const closers = thoughtMarks
  .filter(({ isWhole }) => isWhole !== true)
  .map(({ close }) => close)
  .join('|');
const openers = thoughtMarks.map(({ open }) => open).join('|');
const anyOpener = new RegExp(openers, 'iy');
/** What a template may leave before a reply. */
const heads =
  /(?:<\|(?:im_start|begin_of_text|startoftext|start_header_id|start_of_role|assistant)\|>(?:assistant(?:<\|(?:end_header_id|end_of_role)\|>)?)?|<｜(?:begin▁of▁sentence|Assistant)｜>|<start_of_turn>model|<\|turn>model|<bos>|<\|START_RESPONSE\|>|<\|begin_of_(?:solution|box)\|>)/iy;
const mayClose = /<\/|\[\/|◁\/|<\|(?:end_?|\/)|<channel\||<\|channel\||assistantfinal/i;
const strayCloser = new RegExp(closers, 'iy');

/** Whether a pattern that is sticky matches at an index. */
function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** The index after the blanks at `at`. */
function afterBlanks(text: string, at: number): number {
  blanks.lastIndex = at;
  blanks.test(text);
  return blanks.lastIndex;
}

/**
 * Creates a finder of the thoughts in a text.
 *
 * @param actions Names of elements that are calls of tools, and so no thoughts.
 */
export function createThoughtFinder(text: string, actions: readonly string[] = []): ThoughtFinder {
  const own = new Set(actions.map((name) => name.toLowerCase()));
  /** Marks that are not closed any more. */
  const unclosed = new Set<Reader>();
  let isSure = true;

  /** The index after the mark that closes a thought, whose contents begin at `from`, and whether that is only spoken of. */
  function closeOf(reader: Reader, from: number): readonly [close: number, isQuoted: boolean] {
    if (unclosed.has(reader)) return [-1, false];
    let depth = 1;
    let last = -1;
    let quoted = -1;
    const { all } = reader;
    all.lastIndex = from;
    for (let match = all.exec(text); match !== null; match = all.exec(text)) {
      const end = all.lastIndex;
      const isClose = match[1] !== undefined;
      if (isMention(text, match.index, end)) {
        if (isClose && quoted === -1) quoted = end;
        continue;
      }
      depth += isClose ? -1 : 1;
      if (isClose) last = end;
      if (depth === 0) return [end, false];
    }
    isSure = false;
    if (last === -1 && quoted === -1) unclosed.add(reader);
    return last === -1 ? [quoted, true] : [last, false];
  }

  /** The index after the thought at `at`; -1 if there is none. */
  function find(at: number, isFirst: boolean): number {
    if (!matchesAt(anyOpener, text, at)) return channelEnd(text, at);
    for (const reader of readers) {
      const { mark, open } = reader;
      if ((mark.isWhole === true && !isFirst) || !matchesAt(open, text, at)) continue;
      const from = open.lastIndex;
      const name = nameOf(text.slice(at, from));
      if (name !== undefined && own.has(name)) return -1;
      if (text.endsWith('/>', from)) return from;
      const [close, isQuoted] = closeOf(reader, from);
      const isSpokenOf = (close === -1 || isQuoted) && !isFirst && isMention(text, at, from);
      if (isSpokenOf || (close === -1 && mark.isWhole === true)) return -1;
      return close === -1 ? text.length : close;
    }
    return channelEnd(text, at);
  }

  /** The index after a thought that was opened before the text; 0 if there is none. */
  function openedBefore(): number {
    if (!mayClose.test(text)) return 0;
    const fenceAt = createFenceReader(text);
    const called = [...own].map((name) => name.replace(/[^\w-]/g, '\\$&')).join('|');
    const tokens = new RegExp(
      `(${closers}|${finalHeader}|(?<=[.!?…"')\\]}\\n])assistantfinal)|(${openers}|<\\|channel\\|>)|(\`{3,}|~{3,})${called === '' ? '' : `|<(/?)(?:${called})\\s{0,9}>`}`,
      'gi',
    );
    let fenceEnd = 0;
    let isInCall = false;
    /** The end of the line on which an opening mark is spoken of. */
    let spokenOf = 0;
    for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
      const { index, 1: closer, 2: opener, 3: fence, 4: slash } = match;
      const end = tokens.lastIndex;
      if (fence !== undefined) {
        if (index < fenceEnd) continue;
        const found = fenceAt(index);
        if (found?.closed === true) fenceEnd = found.span[1];
      } else if (slash !== undefined) isInCall = slash === '';
      else if (isMention(text, index, end)) {
        if (opener !== undefined) spokenOf = afterLine(text, end);
      } else if (opener !== undefined) return 0;
      else if (closer !== undefined && !isInCall && index >= spokenOf) {
        // Code may hold such a mark, but hardly at the end of a line.
        const isCode = index < fenceEnd && !/^[^\S\n]*(?:\n|$)/.test(text.slice(end, end + 100));
        if (!isCode) return isJson(text) ? 0 : end;
      }
    }
    return 0;
  }

  return {
    get isSure() {
      return isSure;
    },
    at: (at) => find(at, false),
    atStart() {
      let [end, at, hasThought] = [0, afterBlanks(text, 0), false];
      for (;;) {
        const isHead = matchesAt(heads, text, at);
        const isStray = !isHead && hasThought && matchesAt(strayCloser, text, at);
        const next = isHead ? heads.lastIndex : isStray ? strayCloser.lastIndex : find(at, true);
        if (next <= at) break;
        hasThought ||= !isHead;
        end = next;
        if (text.endsWith('<|message|>', next)) return next;
        at = afterBlanks(text, next);
      }
      const stripped = strippedEnd(text, at);
      if (stripped !== -1) return stripped;
      return (hasThought ? 0 : openedBefore()) || end;
    },
  };
}

const openedChannel = /<\|(?:start|channel)\|>/y;

/** Whether a text begins with a thought that may still be open, or with what a template leaves before one. */
export function beginsThought(text: string, actions: readonly string[] = []): boolean {
  if (matchesAt(heads, text, 0) || matchesAt(openedChannel, text, 0)) return true;
  const { open } = readers.find((reader) => matchesAt(reader.open, text, 0)) ?? {};
  if (open === undefined)
    return /^(?:assistant)?(?:analysis|commentary)(?:\n?[A-Z]|<\|)/.test(text);
  const name = nameOf(text.slice(0, open.lastIndex));
  return !actions.some((action) => action.toLowerCase() === name);
}

/**
 * Whether a text whose end is still to come may be in a thought with which it begins.
 *
 * @param isOpened Whether its model closes thoughts that were opened before its texts.
 */
export function isThinking(text: string, isOpened = false): boolean {
  const thoughts = createThoughtFinder(text);
  const end = thoughts.atStart();
  return !thoughts.isSure || beginsThought(text.slice(end).trimStart()) || (isOpened && end === 0);
}

/** Whether a text closes a thought that was opened before it, as the templates of some models do. */
export function closesUnopened(text: string): boolean {
  return !beginsThought(text.trimStart()) && createThoughtFinder(text).atStart() > 0;
}

/** The name of the element that a mark opens, in lower case; undefined if it opens none. */
function nameOf(mark: string): string | undefined {
  return /^<([^\s/>]+)/.exec(mark)?.[1]?.toLowerCase();
}

const opensQuote = /["'`“‘«([{]/;
const endsSentence = /[.!?…\n]/;
const goesOn = /^(?:[ \t]+\p{Ll}|[.,;:!?)\]}"'”’»`])/u;

/**
 * Whether the mark from `start` to `end` is only spoken of, in quotation marks or in the middle of a sentence: "the tag
 * <think> opens a thought".
 */
function isMention(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 9);
  if (/^`(?!``)/.test(after)) return true;
  const before = text.slice(Math.max(0, start - 9), start);
  const last = before.trimEnd().at(-1);
  if (last === undefined || /\n[^\S\n]*$/.test(before)) return false;
  const isApart = before.endsWith(last) ? opensQuote.test(last) : !endsSentence.test(last);
  return isApart && goesOn.test(after);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
