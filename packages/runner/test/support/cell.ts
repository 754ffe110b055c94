/** A reply that holds nothing but these blocks. */
export function cell(...codes: readonly string[]): string {
  return codes.map((code) => `\`\`\`repl\n${code}\n\`\`\``).join('\n\n');
}
