import { parseCodeBlocks } from './code-blocks.js';
import { proseOf } from './prose-of.js';

/** Returns the code of a text's only fenced block, if the text holds nothing else; otherwise undefined. */
export function soleBlock(text: string): string | undefined {
  if (proseOf(text) !== '') return undefined;
  const blocks = parseCodeBlocks(text);
  return blocks.length === 1 ? blocks[0]?.code : undefined;
}
