/** A fenced block, as it stands in a text. */
export interface Fence {
  /** Where its opening line begins. */
  readonly start: number;
  /** After its closing fence; the text's end for an unclosed one. */
  readonly end: number;
  /** What follows the opening fence on its line, trimmed. */
  readonly info: string;
  /** Columns before the opening fence. */
  readonly indent: number;
  readonly codeStart: number;
  readonly codeEnd: number;
  readonly closed: boolean;
}

/**
 * The tag of a block by its info string, in lower case: its first word when nothing or attributes
 * (`key=value`, `{...}`) follow, else the whole info string, which is no language's name.
 */
export function tagOf(info: string): string {
  return info.replace(/^([^\s{]*)(?:\s*\{|\s+[\w.-]+=).*$/, '$1').toLowerCase();
}

/** Python's triple-quoted string that is open after `line`, given the one open before it, or ''. */
function openStringAfter(line: string, before: string): string {
  let open = before;
  for (const [token] of line.matchAll(/\\.|"""|'''|["'#]/g)) {
    if (open === '') {
      if (token === '#') break;
      if (token.length !== 2) open = token;
    } else if (token === open || (open.length === 1 && token.startsWith(open))) open = '';
  }
  return open.length === 3 ? open : '';
}

/**
 * Reads the fenced block whose opening line starts at `start`. It ends at a line that holds nothing
 * but a fence as long, or at a line of code that ends in one; never, for the tags of a Python REPL,
 * inside an open triple-quoted string.
 */
export function readFence(text: string, start: number, indent: number, mark: string): Fence {
  const afterLine = (at: number): number => text.indexOf('\n', at) + 1 || text.length;
  const codeStart = afterLine(start);
  const info = text.slice(start + indent + mark.length, codeStart).trim();
  const python = /^(?:repl|py|python3?)$/.test(tagOf(info));
  const block = { start, info, indent, codeStart };
  let open = '';
  for (let at = codeStart; at < text.length; at = afterLine(at)) {
    const line = text.slice(at, afterLine(at)).trimEnd();
    const closesAt = open === '' && line.endsWith(mark) ? line.indexOf(mark) : -1;
    const inString = python && openStringAfter(line.slice(0, Math.max(0, closesAt)), '') !== '';
    if (closesAt !== -1 && !inString && !/[^`~]/.test(line.slice(closesAt))) {
      return { ...block, end: at + line.length, codeEnd: at + closesAt, closed: true };
    }
    if (python) open = openStringAfter(line, open);
  }
  return { ...block, end: text.length, codeEnd: text.length, closed: false };
}
