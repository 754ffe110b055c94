/** A name of a variable as it stands in a regular expression. */
export function escapedName(name: string): string {
  return name.replaceAll('$', '\\$');
}
