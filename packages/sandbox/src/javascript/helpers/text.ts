import { slice, toText, unitAt } from './intrinsics.js';

/** An offset within a text that splits no surrogate pair. */
export function offPair(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  const unit = unitAt(text, offset);
  return unit >= 0xdc00 && unit < 0xe000 ? offset - 1 : offset;
}

/** The first characters of a text, at most `most`. */
export function headOf(text: string, most: number): string {
  return text.length <= most ? text : slice(text, 0, offPair(text, most));
}

/** The head and the tail of a text, at most `most` characters of it, and how many are missing between them. */
export function headAndTail(
  text: string,
  most: number,
  show: (text: string) => string = toText,
): string {
  if (text.length <= most) return show(text);
  const half = (most - (most % 2)) / 2;
  const start = offPair(text, half);
  const end = offPair(text, text.length - half);
  const leftOut = '\n... (' + withThousands(end - start) + ' characters left out) ...\n';
  return show(slice(text, 0, start)) + leftOut + show(slice(text, end));
}

/** A whole number, or its digits, with commas between its thousands. */
export function withThousands(count: number | string): string {
  const digits = toText(count);
  let text = '';
  for (let index = 0; index < digits.length; index++) {
    if (index > 0 && (digits.length - index) % 3 === 0) text += ',';
    text += digits[index] ?? '';
  }
  return text;
}

/** Whether a text is a name as variables have it: letters of any script, digits, `_` and `$`. */
export function isIdentifier(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = unitAt(text, index);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    const isLetter = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
    if (isLetter || unit === 0x5f || unit === 0x24 || unit > 0xa0) continue;
    if (!isDigit || index === 0) return false;
  }
  return text !== '';
}
