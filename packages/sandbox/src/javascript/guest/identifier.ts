// eslint-disable-next-line @typescript-eslint/unbound-method -- a cell may replace the method
const unitAt = Function.prototype.call.bind(String.prototype.charCodeAt) as (
  text: string,
  index: number,
) => number;

/** Whether a text is a name as variables have it: letters of any script, digits, `_` and `$`. */
export function isIdentifier(text: string): boolean {
  if (text === '') return false;
  for (let index = 0; index < text.length; index++) {
    const unit = unitAt(text, index);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    const isLetter = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
    if (isLetter || unit === 0x5f || unit === 0x24 || unit > 0xa0) continue;
    if (!isDigit || index === 0) return false;
  }
  return true;
}
