/** Whether a text has fewer code points than a limit. Reads no more of it than necessary. */
export function isShorter(text: string, limit: number): boolean {
  return Array.from(text.slice(0, limit * 2)).length < limit;
}
