/** How many code points a text has. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const paired = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (paired) at++;
    count++;
  }
  return count;
}

/** The first code points of a text. */
export function cutCodePoints(text: string, most: number): string {
  return Array.from(text.slice(0, most * 2))
    .slice(0, most)
    .join('');
}
