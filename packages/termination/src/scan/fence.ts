import { createSpanFinder } from './inline-code.js';
import { afterLine } from './line.js';
import { literalSource } from './literal.js';

/** A fenced block in a text. */
export interface Fence {
  /** The language tag in lower case; empty if there is none; the whole info string if that is prose. */
  readonly tag: string;
  /** The rest of the opening fence's line, trimmed. */
  readonly info: string;
  /** Columns before the opening fence. */
  readonly indent: number;
  /** The block with its fences. It has no closing fence if the next block's opening one ends it. */
  readonly span: readonly [start: number, end: number];
  /** The text between the fences. */
  readonly codeSpan: readonly [start: number, end: number];
  /** False if the text ends before the block does. */
  readonly closed: boolean;
}

const stringTokens = new RegExp(`${literalSource()}|#.*|("""|''').*`, 'g');

/** Python's triple quotes that are open after `line`, given those open before it; '' if none are. */
function openQuotesAfter(line: string, before: string): string {
  if (before === '' && !/"""|'''/.test(line)) return '';
  const text = before + line;
  let open = '';
  stringTokens.lastIndex = 0;
  for (let token = stringTokens.exec(text); token !== null; token = stringTokens.exec(text)) {
    open = token[4] ?? '';
  }
  return open;
}

/** The index of the first mark that may open or close a fence; -1 if there is none. */
export function indexOfFenceMark(text: string): number {
  return text.search(/`{3}|~{3}/);
}

// At the start of its line, alone or in a list; or glued to the text before it, with only a tag after it.
const opening =
  /(?<=(?<![^\n])([^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)*))(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})|`{3,}(?=[a-zA-Z][\w+#-]*[^\S\n]*\n)/y;

/**
 * The only reader of fences. The returned function takes the index of a run of backticks or tildes, in ascending order,
 * and returns the block that the run opens, or null. A block opens at the start of a line, also after list marks. It
 * also opens glued to text, as models write, if it is closed and is not inline code that continues on its line. Linear
 * in the text's length.
 */
export function createFenceReader(text: string): (at: number) => Fence | null {
  const endOfSpan = createSpanFinder(text);
  // Up to this index, no fence is glued to text.
  let noneGlued = 0;
  return (at) => {
    opening.lastIndex = at;
    const match = opening.exec(text);
    if (match === null) return null;
    const [run, indent = '', mark] = match;
    if (mark !== undefined) return readFence(text, at - indent.length, indent.length, mark);
    if (at < noneGlued || !'\n'.includes(text.charAt(endOfSpan(at, at + run.length)))) return null;
    const fence = readFence(text, at, 0, run);
    noneGlued = fence.span[1];
    return noneGlued > fence.codeSpan[1] ? fence : null;
  };
}

/** Whether the line at an index closes a block that was opened on an earlier line. */
export function closesFence(text: string, at: number, { span: [start], indent }: Fence): boolean {
  const [mark = ''] = /`+|~+/.exec(text.slice(start + indent, afterLine(text, start))) ?? [];
  const line = text.slice(text.lastIndexOf('\n', at) + 1, afterLine(text, at)).trimEnd();
  return (endOn(line, mark, false)?.end ?? 0) > 0;
}

/**
 * Finds where a line ends the block that `mark` opened: at a fence at least as long that is alone on the line
 * (CommonMark's rule), or that ends a line of code. As models write, also at a fence that text follows, and before one
 * that opens the next block. A Markdown block may contain such fences.
 */
function endOn(
  line: string,
  mark: string,
  isMarkdown: boolean,
): { readonly codeEnd: number; readonly end: number } | null {
  const closesAt = line.indexOf(mark);
  if (closesAt === -1) return null;
  const rest = line.slice(closesAt).replace(/^[`~]+/, '');
  const alone = !isMarkdown && line.slice(0, closesAt).trim() === '';
  if (rest !== '' && !alone) return null;
  const opensNext = /^[a-zA-Z][\w+#-]*$/.test(rest);
  return opensNext ? { codeEnd: 0, end: 0 } : { codeEnd: closesAt, end: line.length - rest.length };
}

/**
 * Reads the fenced block whose opening line starts at `start`, up to the first line that ends it. With the tags of a
 * Python REPL, a line inside an open triple-quoted string never ends it.
 */
function readFence(text: string, start: number, indent: number, mark: string): Fence {
  const codeStart = afterLine(text, start);
  const info = text.slice(start + indent + mark.length, codeStart).trim();
  // The first word, if nothing or only attributes (`key=value`, `{...}`) follow.
  const tag = info.replace(/^([^\s{]+)(?:\s*\{|\s+[\w.-]+=).*$/, '$1').toLowerCase();
  const isPython = /^(?:repl|py|python3?)$/.test(tag);
  const isMarkdown = /^(?:md|markdown)$/.test(tag);
  let open = '';
  for (let at = codeStart; at < text.length; at = afterLine(text, at)) {
    const line = text.slice(at, afterLine(text, at)).trimEnd();
    if (isPython) open = openQuotesAfter(line, open);
    const found = open === '' ? endOn(line, mark, isMarkdown) : null;
    if (found === null) continue;
    const { codeEnd, end } = found;
    const codeSpan = [codeStart, at + codeEnd] as const;
    return { tag, info, indent, span: [start, at + end], codeSpan, closed: true };
  }
  const { length } = text;
  return { tag, info, indent, span: [start, length], codeSpan: [codeStart, length], closed: false };
}
