import { inspect } from './inspect.js';
import { getOwnPropertyDescriptor, slice, stringify, toText } from './intrinsics.js';
import { offPair } from './off-pair.js';

/**
 * The text of a cell's completion value, which the engine returns as `{ value }`: at most about `most` characters, head
 * and tail of a long text; empty for undefined. A text is in quotes, except the result of SHOW_VARS (`listing`). Runs
 * no getters.
 */
export function showValue(completion: object, most: number, listing: string | undefined): string {
  const value: unknown = getOwnPropertyDescriptor(completion, 'value')?.value;
  if (value === undefined) return '';
  if (typeof value === 'string')
    return showText(value, most, value === listing ? toText : stringify);
  return showInspected(value, most);
}

/** A value as people read it, at most about `most` characters, with a note if something is missing. */
export function showInspected(value: unknown, most: number): string {
  const { text, isWhole } = inspect(value, most);
  return isWhole ? text : text + '\n... (the rest is left out) ...';
}

/** The head and the tail of a text, at most `most` characters of it, and how many are missing between them. */
export function showText(
  text: string,
  most: number,
  show: (text: string) => string = toText,
): string {
  if (text.length <= most) return show(text);
  const half = (most - (most % 2)) / 2;
  const headEnd = offPair(text, half);
  const tailStart = offPair(text, text.length - half);
  const leftOut = withThousands(tailStart - headEnd);
  const head = show(slice(text, 0, headEnd));
  const tail = show(slice(text, tailStart, text.length));
  return head + '\n... (' + leftOut + ' characters left out) ...\n' + tail;
}

/** A count with commas between its thousands. */
export function withThousands(count: number): string {
  return groupDigits(toText(count));
}

/** Digits with commas between their thousands. */
export function groupDigits(digits: string): string {
  let text = '';
  for (let index = 0; index < digits.length; index++) {
    if (index > 0 && (digits.length - index) % 3 === 0) text += ',';
    text += digits[index] ?? '';
  }
  return text;
}
