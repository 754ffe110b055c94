import { nearestFirst } from '@rlm/repl-types/internal';

const shown = 20;

/** The text for a FINAL_VAR whose variable does not exist: close spellings first, then in order, at most 20. */
export function missingVariable(wanted: string, names: readonly string[]): string {
  const ordered = nearestFirst(
    wanted,
    names.filter((name) => !name.startsWith('_')),
  );
  const more = ordered.length > shown ? `, ... ${ordered.length - shown} more` : '';
  const list = ordered.slice(0, shown).map((name) => `'${name}'`);
  return `FINAL_VAR referenced variable '${wanted}' not found in REPL namespace. Available variables: [${list.join(', ')}${more}]`;
}
