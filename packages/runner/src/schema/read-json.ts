const fence = '```';

/** The JSON value of a text, alone or in one code fence; undefined where it is none. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(unfence(text.trim())) as unknown };
  } catch {
    return undefined;
  }
}

function unfence(text: string): string {
  const fenced = text.startsWith(fence) && text.endsWith(fence) && text.includes('\n');
  return fenced ? text.slice(text.indexOf('\n'), -fence.length) : text;
}
