/** A word of a command line that a person copies: in quotes where the shell would make more of it. */
export function shellWord(word: string): string {
  if (/^[\w@%+:,./-]+$/.test(word)) return word;
  if (process.platform === 'win32') return `"${word.replaceAll('"', '')}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
