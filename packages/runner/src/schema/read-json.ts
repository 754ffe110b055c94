import { parseCodeBlocks, proseOf } from '@rlm/termination';

/** The JSON value of a text, alone or in one fenced block; undefined where it is none. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  return parseJson(text) ?? parseJson(soleBlock(text) ?? '');
}

/** The JSON value of a text that a model was asked for: as {@link readJson}, or that of the one block with JSON in its prose. */
export function readJsonReply(text: string): { readonly value: unknown } | undefined {
  const read = readJson(text);
  if (read !== undefined) return read;
  const values = parseCodeBlocks(text).flatMap(({ code }) => parseJson(code) ?? []);
  return values.length === 1 ? values[0] : undefined;
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
