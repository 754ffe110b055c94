const shownNames = 5;
const shownChars = 60;

/** The names of fields that are not among the arguments of a finish tool. */
export function unknownArguments(fields: object, known: readonly string[]): readonly string[] {
  return Object.keys(fields).filter((name) => !known.includes(name));
}

/** Names in quotes, few and short: `"response", "to" and 3 more`. */
export function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).map((name) => {
    return JSON.stringify(name.length > shownChars ? `${name.slice(0, shownChars)}...` : name);
  });
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
