import type { FinalCall } from './detection.js';
import { walkCode } from './scan/argument.js';
import { decodeLiteral } from './scan/literal.js';

const python: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** A quoted value is text, a JSON literal (and Python's True, False, None) is typed, all else text. */
function readValue(source: string): unknown {
  const literal = decodeLiteral(source);
  if (literal !== null) return literal;
  if (python.has(source)) return python.get(source);
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return source;
  }
}

/** The keyword arguments of a SUBMIT call, with the text of `answer`; null when there are none. */
export function parseSubmitFields(
  argument: string,
): Required<Pick<FinalCall, 'content' | 'submitFields'>> | null {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let content = '';
  let depth = 0;
  let start = 0;
  const readField = (end: number): void => {
    const field = /^\s*([\p{L}_]\w*)\s*=(?!=)\s*([^]+)/u.exec(argument.slice(start, end));
    start = end + 1;
    if (field?.[1] === undefined) return;
    const source = (field[2] ?? '').trim();
    const value = (fields[field[1]] = readValue(source));
    if (field[1] === 'answer')
      content = value === null ? '' : typeof value === 'string' ? value : source;
  };
  const atComma = (character: string, index: number): boolean => {
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if (character === ',' && depth === 0) readField(index);
    return false;
  };
  walkCode(argument, 0, atComma, { left: Infinity });
  readField(argument.length);
  return Object.keys(fields).length === 0
    ? null
    : { content, submitFields: Object.freeze({ ...fields }) };
}
