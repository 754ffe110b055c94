/** The first code points of a text. */
export function cutCodePoints(text: string, most: number): string {
  return Array.from(text.slice(0, most * 2))
    .slice(0, most)
    .join('');
}
