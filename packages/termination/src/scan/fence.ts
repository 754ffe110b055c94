/** A fenced block, as it stands in a text. */
export interface Fence {
  /** Where its opening line begins. */
  readonly start: number;
  /** After its closing fence; the text's end for an unclosed one. */
  readonly end: number;
  /** What follows the opening fence on its line, trimmed. */
  readonly info: string;
  /** Blanks and list marker before the opening fence. */
  readonly indent: string;
  readonly codeStart: number;
  readonly codeEnd: number;
  readonly closed: boolean;
}

/**
 * The tag of a block by its info string, in lower case: its first word when nothing or attributes
 * (`key=value`, `{...}`) follow, else the whole info string, which is no language's name.
 */
export function tagOf(info: string): string {
  const [, tag = '', rest = ''] = /^([^\s{]*)\s*(.*)$/.exec(info) ?? [];
  return (rest === '' || /^(?:\{|[\w.-]+=)/.test(rest) ? tag : info).toLowerCase();
}

/** Python's triple-quoted string that is open after `line`, given the one open before it, or ''. */
function openStringAfter(line: string, before: string): string {
  let open = before;
  for (const [token] of line.matchAll(/\\.|"""|'''|["'#]/g)) {
    if (token.startsWith('\\')) continue;
    if (open === '') {
      if (token === '#') break;
      open = token;
    } else if (token === open || (open.length === 1 && token.startsWith(open))) open = '';
  }
  return open.length === 3 ? open : '';
}

/** How many `mark` end `line`. */
function trailing(line: string, mark: string): number {
  let count = 0;
  while (line.charAt(line.length - 1 - count) === mark) count++;
  return count;
}

/**
 * Reads the fenced block whose opening fence stands at `fenceAt`. It ends at a line that holds
 * nothing but a fence as long, or at a line of code that ends in one; never, for the tags of a Python
 * REPL, inside an open triple-quoted string.
 */
export function readFence(text: string, start: number, fenceAt: number, length: number): Fence {
  const mark = text.charAt(fenceAt);
  const lineEnd = (at: number): number => {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  };
  const info = text.slice(fenceAt + length, lineEnd(fenceAt)).trim();
  const indent = text.slice(start, fenceAt);
  const codeStart = Math.min(lineEnd(fenceAt) + 1, text.length);
  const python = /^(?:repl|py|python3?)$/.test(tagOf(info));
  const fence = mark.repeat(length);
  let open = '';
  for (let at = codeStart; at < text.length; at = lineEnd(at) + 1) {
    const line = text.slice(at, lineEnd(at)).trimEnd();
    if (open === '' && line.endsWith(fence)) {
      const closesAt = line.length - trailing(line, mark);
      const alone = line.indexOf(fence) === closesAt;
      if (alone && !(python && openStringAfter(line.slice(0, closesAt), '') !== '')) {
        const end = at + line.length;
        return { start, end, info, indent, codeStart, codeEnd: at + closesAt, closed: true };
      }
    }
    if (python) open = openStringAfter(line, open);
  }
  const end = text.length;
  return { start, end, info, indent, codeStart, codeEnd: end, closed: false };
}
