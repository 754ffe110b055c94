/** Puts `text` into a fenced block whose fence is longer than any run of backticks in the text. */
export function fenced(text: string, tag = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${tag}\n${text}\n${fence}`;
}
