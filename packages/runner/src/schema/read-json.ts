import { parseCodeBlocks, soleBlock } from '@rlm/termination/internal';

/** The JSON value of a text, alone or in one fenced block; undefined if it is not JSON. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  return parseJson(text) ?? parseJson(soleBlock(text) ?? '');
}

/**
 * The JSON value of a text that a model was asked for: as {@link readJson}, or that of the only
 * block with JSON in its prose.
 */
export function readJsonReply(text: string): { readonly value: unknown } | undefined {
  const read = readJson(text);
  if (read !== undefined) return read;
  const values = parseCodeBlocks(text).flatMap(({ code }) => parseJson(code) ?? []);
  return values.length === 1 ? values[0] : undefined;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
