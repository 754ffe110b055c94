import { afterLine } from './line.js';
import { literalSource } from './literal.js';

/** A fenced block, as it stands in a text. */
export interface Fence {
  /** The language tag in lower case; empty without one; the whole info string when it is prose. */
  readonly tag: string;
  /** What follows the opening fence on its line, trimmed. */
  readonly info: string;
  /** Columns before the opening fence. */
  readonly indent: number;
  /** The block with its fences; without a closing one where the next block's opening one ends it. */
  readonly span: readonly [start: number, end: number];
  /** What stands between the fences. */
  readonly codeSpan: readonly [start: number, end: number];
  /** False when the text ends before the block does. */
  readonly closed: boolean;
}

const stringTokens = /* @__PURE__ */ new RegExp(
  `${/* @__PURE__ */ literalSource()}|#.*|("""|''').*`,
  'g',
);

/** Python's triple quotes that are open after `line`, given those open before it, or ''. */
function openQuotesAfter(line: string, before: string): string {
  return Array.from((before + line).matchAll(stringTokens)).at(-1)?.[4] ?? '';
}

/**
 * Reads the fenced block whose opening line starts at `start`. It ends at a line that holds nothing
 * but a fence as long, or at a line of code that ends in one; so far CommonMark's rules. As models
 * write, it ends as well at a fence that text follows, and before one that opens the next block (a
 * Markdown block excepted, which may show blocks). Never, for the tags of a Python REPL, inside an
 * open triple-quoted string.
 */
export function readFence(text: string, start: number, indent: number, mark: string): Fence {
  const codeStart = afterLine(text, start);
  const info = text.slice(start + indent + mark.length, codeStart).trim();
  // Its first word, when nothing or attributes (`key=value`, `{...}`) follow.
  const tag = info.replace(/^([^\s{]+)(?:\s*\{|\s+[\w.-]+=).*$/, '$1').toLowerCase();
  const python = /^(?:repl|py|python3?)$/.test(tag);
  const markdown = /^(?:md|markdown)$/.test(tag);
  let codeEnd = text.length;
  let end = codeEnd;
  let closed = false;
  let open = '';
  for (let at = codeStart; at < text.length && !closed; at = afterLine(text, at)) {
    const line = text.slice(at, afterLine(text, at)).trimEnd();
    if (python) open = openQuotesAfter(line, open);
    const closesAt = line.indexOf(mark);
    const rest = line.slice(closesAt).replace(/^[`~]+/, '');
    const alone = !markdown && line.slice(0, closesAt).trim() === '';
    if (open !== '' || closesAt === -1 || (rest !== '' && !alone)) continue;
    const opens = /^[a-zA-Z][\w+#-]*$/.test(rest);
    closed = true;
    codeEnd = at + (opens ? 0 : closesAt);
    end = opens ? at : at + line.length - rest.length;
  }
  return { tag, info, indent, span: [start, end], codeSpan: [codeStart, codeEnd], closed };
}
