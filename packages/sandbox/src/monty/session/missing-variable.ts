const shown = 20;

/** The text for a FINAL_VAR whose variable does not exist: close spellings first, then in order, at most 20. */
export function missingVariable(wanted: string, names: readonly string[]): string {
  const near = names.filter((name) => isClose(name, wanted));
  const ordered = [...near, ...names.filter((name) => !near.includes(name))];
  const more = ordered.length > shown ? `, ... ${ordered.length - shown} more` : '';
  const list = ordered.slice(0, shown).map((name) => `'${name}'`);
  return `FINAL_VAR referenced variable '${wanted}' not found in REPL namespace. Available variables: [${list.join(', ')}${more}]`;
}

/** Whether at least half of the letter pairs of two names are the same (Dice). */
function isClose(one: string, other: string): boolean {
  const pairs = (text: string): readonly string[] =>
    Array.from(text.toLowerCase()).map((letter, index, all) => letter + (all[index + 1] ?? ''));
  const wanted = new Set(pairs(other));
  const same = pairs(one).filter((pair) => wanted.has(pair)).length;
  return same * 4 >= pairs(one).length + pairs(other).length;
}
