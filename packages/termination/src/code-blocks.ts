import { listOf, text as string } from '@rlm/repl-types/options';

import { checkText, checkTextOptions } from './check-options.js';
import type { Fence } from './scan/fence.js';
import { scanReply } from './scan/scan-reply.js';

/** A fenced code block of a reply. */
export interface CodeBlock extends Fence {
  /** The code, without its common indentation and without blank lines at its ends. */
  readonly code: string;
}

/** Which blocks {@link parseCodeBlocks} returns. */
export interface ParseCodeBlocksOptions {
  /** Tags to keep, in any case; default: all. */
  readonly tags?: readonly string[] | undefined;
}

/**
 * Removes the indentation that all lines of code share, blank lines at both ends, and blanks at the end. A blank line
 * loses as much indentation as it has. Every other byte is kept.
 */
function dedent(code: string): string {
  const body = code.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
  let common = /^[^\S\n]*/.exec(body)?.[0] ?? '';
  for (const [indent] of body.matchAll(/(?<![^\n])[^\S\n]*(?=\S)/g)) {
    while (!indent.startsWith(common)) common = common.slice(0, -1);
  }
  if (common === '') return body;
  const shorter = `[ \\t]{0,${common.length}}(?=\\r?\\n)`;
  return body.replace(new RegExp(`(?<![^\\n])(?:${common}|${shorter})`, 'g'), '');
}

/** Removes from code the columns before its fence. */
function withoutIndent(code: string, indent: number): string {
  return indent === 0 ? code : code.replace(new RegExp(`(?<![^\\n])[ \\t]{0,${indent}}`, 'g'), '');
}

/**
 * Returns every fenced block of a reply, in order, by the rules of CommonMark and those decided for REPL code. Closed
 * blocks without code are left out, and so are blocks in thoughts and comments.
 */
export function parseCodeBlocks(text: string, options?: ParseCodeBlocksOptions): CodeBlock[] {
  checkText('text', text);
  if (options !== undefined)
    checkTextOptions<ParseCodeBlocksOptions>(options, { tags: listOf(string) });
  const wanted = options?.tags?.map((tag) => tag.toLowerCase());
  const blocks: CodeBlock[] = [];
  const onHidden = (fence: Fence | string): void => {
    if (typeof fence === 'string' || wanted?.includes(fence.tag) === false) return;
    const code = dedent(withoutIndent(text.slice(...fence.codeSpan), fence.indent));
    if (code !== '' || !fence.closed) blocks.push(Object.freeze({ code, ...fence }));
  };
  scanReply(text, { onHidden });
  return blocks;
}
