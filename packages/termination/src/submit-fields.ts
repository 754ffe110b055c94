import { decodeLiteral, delimiterAt, endOfLiteral } from './scan/literal.js';

/** The pieces of an argument list between the commas that stand in no bracket and no string. */
function splitArguments(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      pieces.push(text.slice(start, index));
      start = index + 1;
    } else if (!/[\p{L}\p{N}]/u.test(text.charAt(index - 1))) {
      const delimiter = delimiterAt(text, index);
      const end = delimiter === '' ? -1 : endOfLiteral(text, index, delimiter);
      if (end !== -1) index = end - 1;
    }
  }
  return [...pieces, text.slice(start)];
}

/** A quoted value is text, a JSON literal (and Python's True, False, None) is typed, all else text. */
function readValue(text: string): unknown {
  const literal = decodeLiteral(text);
  if (literal !== null) return literal;
  const python: Record<string, unknown> = { True: true, False: false, None: null };
  if (Object.hasOwn(python, text)) return python[text];
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The keyword arguments of a SUBMIT call, with the text of `answer`; null when there are none. */
export function parseSubmitFields(
  argument: string,
): { readonly fields: Readonly<Record<string, unknown>>; readonly content: string } | null {
  const fields: [name: string, value: unknown][] = [];
  let content = '';
  for (const piece of splitArguments(argument)) {
    const [, name, source] = /^\s*([\p{L}_]\w*)\s*=(?!=)\s*([^]*?)\s*$/u.exec(piece) ?? [];
    if (name === undefined || source === undefined || source === '') continue;
    const value = readValue(source);
    fields.push([name, value]);
    if (name === 'answer') {
      content = value === null ? '' : typeof value === 'string' ? value : source;
    }
  }
  if (fields.length === 0) return null;
  return { fields: Object.freeze(Object.fromEntries(fields)), content };
}
