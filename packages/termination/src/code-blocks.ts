import type { Fence } from './scan/fence.js';
import { scanReply } from './scan/scan-reply.js';

/** A fenced code block of a reply. */
export interface CodeBlock extends Fence {
  /** The code, without its common indentation and without blank lines at its ends. */
  readonly code: string;
}

/** Which blocks {@link parseCodeBlocks} gives. */
export interface ParseCodeBlocksOptions {
  /** Tags to keep, in any case; default all. */
  readonly tags?: readonly string[];
}

/** Removes the indentation that all lines share, blank lines at both ends, and blanks at the end. */
function dedent(code: string): string {
  const body = code.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
  let common = /^[^\S\n]*/.exec(body)?.[0] ?? '';
  for (const [indent] of body.matchAll(/(?<![^\n])[^\S\n]*(?=\S)/g)) {
    while (!indent.startsWith(common)) common = common.slice(0, -1);
  }
  return body.replace(new RegExp(`(?<![^\\n])(?:[ \\t]+(?=\\r?\\n)|${common})`, 'g'), '');
}

/**
 * Every fenced block of a reply, in its order (CommonMark's rules, with those of the decisions for
 * REPL code). Closed blocks without code are left out; blocks in thoughts and comments too.
 */
export function parseCodeBlocks(text: string, { tags }: ParseCodeBlocksOptions = {}): CodeBlock[] {
  const wanted = tags?.map((tag) => tag.toLowerCase());
  const blocks: CodeBlock[] = [];
  scanReply(text, (_start, _end, fence) => {
    if (fence === undefined || wanted?.includes(fence.tag) === false) return;
    const indentation = new RegExp(`(?<![^\\n])[ \\t]{0,${fence.indent}}`, 'g');
    const code = dedent(text.slice(...fence.codeSpan).replace(indentation, ''));
    if (code !== '' || !fence.closed) blocks.push(Object.freeze({ ...fence, code }));
  });
  return blocks;
}
