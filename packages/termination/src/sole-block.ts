import { parseCodeBlocks } from './code-blocks.js';
import { proseOf } from './prose-of.js';

/** The code of the one fenced block that is all that a text says; else undefined. */
export function soleBlock(text: string): string | undefined {
  if (proseOf(text) !== '') return undefined;
  const blocks = parseCodeBlocks(text);
  return blocks.length === 1 ? blocks[0]?.code : undefined;
}
