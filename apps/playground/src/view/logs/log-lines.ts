/** The lines of a text in pieces that have something in them, without what a file may begin with. The last may be cut off. */
export async function linesOf(
  source: string | Iterable<string> | AsyncIterable<string>,
): Promise<string[]> {
  const pieces: string[] = [];
  if (typeof source === 'string') pieces.push(source);
  else for await (const piece of source) pieces.push(piece);
  const text = pieces.join('').replace(/^\uFEFF/, '');
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** JSON, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether data is an object with fields, not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
