import { brandOf } from './bridge.js';
import { inspect, reasonsOf } from './inspect.js';
import { stringify, toText, valueOf } from './intrinsics.js';
import { headAndTail, headOf } from './text.js';

/**
 * The text of a cell's completion value, which QuickJS returns as `{ value }`: at most about `most` characters, head
 * and tail of a long text; empty for undefined. A text is in quotes, except the result of SHOW_VARS (`listing`). Runs
 * no getters.
 */
export function showValue(completion: object, most: number, listing: string | undefined): string {
  try {
    const value = valueOf(completion, 'value');
    if (value === undefined) return '';
    if (typeof value !== 'string') return showInspected(value, most);
    return headAndTail(value, most, value === listing ? toText : stringify);
  } catch {
    return 'a value that cannot be shown';
  }
}

/** A value as people read it, at most about `most` characters, with a note if something is missing. */
function showInspected(value: unknown, most: number): string {
  const { text, isWhole } = inspect(value, most);
  return isWhole ? text : text + '\n... (the rest is left out) ...';
}

const maxErrorChars = 4_000;

/** A thrown value as JSON text of `{ type, message, stack }`. It never throws, whatever the value is. */
export function describeError(value: unknown): string {
  try {
    if (typeof value !== 'object' || value === null || brandOf(value) !== 'error') {
      return errorText('Error', showInspected(value, maxErrorChars), '');
    }
    const { name, message, stack } = value as Error;
    const reasons = reasonsOf(value);
    const said = toText(message);
    return errorText(
      headOf(toText(name), 100),
      said === '' || reasons === '' ? said + reasons : said + ' ' + reasons,
      typeof stack === 'string' ? stack : '',
    );
  } catch {
    return errorText('Error', '[an error that cannot be shown]', '');
  }
}

function errorText(type: string, message: string, stack: string): string {
  return stringify({
    __proto__: null,
    type,
    message: headAndTail(message, maxErrorChars),
    stack: headAndTail(stack, maxErrorChars),
  });
}
