import type { FinalCall } from './detection.js';
import { walkCode } from './scan/argument.js';
import { decodeLiteral } from './scan/literal.js';

/** A quoted value is text, a JSON literal (and Python's True and False) is typed, all else text. */
function readValue(source: string): unknown {
  const json = /^(?:True|False)$/.test(source) ? source.toLowerCase() : source;
  try {
    return decodeLiteral(source) ?? (JSON.parse(json) as unknown);
  } catch {
    return source;
  }
}

/** The keyword arguments of a SUBMIT call, with the text of `answer`; null when there are none. */
export function parseSubmitFields(
  argument: string,
): Required<Pick<FinalCall, 'content' | 'submitFields'>> | null {
  const fields: [name: string, value: unknown][] = [];
  let content = '';
  let depth = 0;
  let start = 0;
  const readTo = (end: number): void => {
    const [, name, source = ''] =
      /^\s*([\p{L}_]\w*)\s*=(?!=)([^]*\S)/u.exec(argument.slice(start, end)) ?? [];
    start = end + 1;
    if (name === undefined) return;
    const value = readValue(source.trim());
    fields.push([name, value]);
    if (name === 'answer')
      content = typeof value === 'string' ? value : value === null ? '' : source.trim();
  };
  const atComma = (character: string, index: number): boolean => {
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if (character === ',' && depth === 0) readTo(index);
    return false;
  };
  walkCode(argument, 0, atComma, { left: Infinity });
  readTo(argument.length);
  return fields.length === 0
    ? null
    : { content, submitFields: Object.freeze(Object.fromEntries(fields)) };
}
