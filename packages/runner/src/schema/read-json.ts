import { parseCodeBlocks, proseOf } from '@rlm/termination';

/** The JSON value of a text, alone or in one fenced block; undefined where it is none. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  return parseJson(text) ?? parseJson(soleBlock(text) ?? '');
}

/** The one block that is all that a text says. */
function soleBlock(text: string): string | undefined {
  if (proseOf(text) !== '') return undefined;
  const blocks = parseCodeBlocks(text);
  return blocks.length === 1 ? blocks[0]?.code : undefined;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
