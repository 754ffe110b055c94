import type { Span } from './detection.js';
import { tagOf, type Fence } from './scan/fence.js';
import { scanReply } from './scan/scan-reply.js';

/** A fenced code block of a reply. */
export interface CodeBlock {
  /** The language tag in lower case; empty without one; the whole info string when it is prose. */
  readonly tag: string;
  /** What follows the opening fence on its line, trimmed. */
  readonly info: string;
  /** The code, without its common indentation and without blank lines at its ends. */
  readonly code: string;
  /** The block with its fences. */
  readonly span: Span;
  /** What stands between the fences. */
  readonly codeSpan: Span;
  /** False when the reply ends before the block does: it was cut, and must not be run. */
  readonly closed: boolean;
}

/** Which blocks {@link parseCodeBlocks} gives. */
export interface ParseCodeBlocksOptions {
  /** Tags to keep, in any case; default all. */
  readonly tags?: readonly string[];
}

/** Removes the indentation that all lines share, blank lines at both ends, and blanks at the end. */
function dedent(code: string): string {
  const body = code.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
  let common: string | undefined;
  for (const [indent] of body.matchAll(/(?<![^\n])[^\S\n]*(?=\S)/g)) {
    common ??= indent;
    while (!indent.startsWith(common)) common = common.slice(0, -1);
  }
  if (common === undefined || common === '') return body;
  const width = common.length;
  return body
    .split('\n')
    .map((line) => (line.trim() === '' ? line.trimStart() : line.slice(width)))
    .join('\n');
}

/** As many blanks at the start of lines as the opening fence was indented by. */
const fenceIndent = (width: number): RegExp => new RegExp(`(?<![^\\n])[ \\t]{1,${width}}`, 'g');

function toCodeBlock(text: string, fence: Fence): CodeBlock {
  const code = text.slice(fence.codeStart, fence.codeEnd);
  return Object.freeze({
    tag: tagOf(fence.info),
    info: fence.info,
    code: dedent(fence.indent === 0 ? code : code.replace(fenceIndent(fence.indent), '')),
    span: Object.freeze([fence.start, fence.end] as const),
    codeSpan: Object.freeze([fence.codeStart, fence.codeEnd] as const),
    closed: fence.closed,
  });
}

/**
 * Every fenced block of a reply, in its order (CommonMark's rules, with those of the decisions for
 * REPL code). Closed blocks without code are left out; blocks in thoughts and comments too.
 */
export function parseCodeBlocks(text: string, options: ParseCodeBlocksOptions = {}): CodeBlock[] {
  const tags = options.tags?.map((tag) => tag.toLowerCase());
  const blocks: CodeBlock[] = [];
  scanReply(text, (_start, _end, fence) => {
    if (fence === undefined || tags?.includes(tagOf(fence.info)) === false) return;
    const block = toCodeBlock(text, fence);
    if (block.code !== '' || !block.closed) blocks.push(block);
  });
  return blocks;
}
