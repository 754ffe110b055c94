import type { FinalCall } from './detection.js';
import { decodeLiteral } from './scan/decode-literal.js';
import { findOutside } from './scan/outside.js';

/** A quoted value is text. A JSON literal (or Python's True and False) is typed. Anything else is text. */
function readValue(source: string): unknown {
  const json = /^(?:True|False)$/.test(source) ? source.toLowerCase() : source;
  try {
    return decodeLiteral(source) ?? (JSON.parse(json) as unknown);
  } catch {
    return source;
  }
}

/** The keyword arguments of a SUBMIT call, with the text of `answer`; null if there are none. */
export function parseSubmitFields(
  argument: string,
): Required<Pick<FinalCall, 'content' | 'submitFields'>> | null {
  const fields: [name: string, value: unknown][] = [];
  let content = '';
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = findOutside(argument, start, ',', true, '()[]{}');
    const field = argument.slice(start, end === -1 ? undefined : end).trim();
    const [, name, source = ''] = /^([\p{L}_]\w*)\s*=(?!=)\s*(\S[^]*)/u.exec(field) ?? [];
    if (name === undefined) continue;
    const value = readValue(source);
    fields.push([name, value]);
    if (name === 'answer') {
      content = typeof value === 'string' ? value : value === null ? '' : source;
    }
  }
  return fields.length === 0
    ? null
    : { content, submitFields: Object.freeze(Object.fromEntries(fields)) };
}
