/** The name of a variable, escaped for a regular expression. */
export function escapedName(name: string): string {
  return name.replaceAll('$', '\\$');
}
