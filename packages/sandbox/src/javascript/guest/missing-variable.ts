import { each, join, push, slice, sort, toText } from './intrinsics.js';

const maxNames = 20;

/** The message of FINAL_VAR for a name that is not a variable: it lists the existing ones, similar names first. */
export function missingVariable(name: string, all: readonly string[]): string {
  const known: { name: string; distance: number }[] = [];
  const close = name.length > 6 ? name.length / 3 : 2;
  each(all, (candidate) => {
    if (slice(candidate, 0, 1) === '_') return;
    const distance = editDistance(name, candidate);
    push(known, { name: candidate, distance: distance <= close ? distance : 1_000 });
  });
  sort(known, (a, b) => a.distance - b.distance);
  const shown: string[] = [];
  each(known, (candidate) => {
    push(shown, "'" + candidate.name + "'");
    return shown.length < maxNames;
  });
  const surplus = known.length > maxNames ? ', ... ' + toText(known.length) + ' in all' : '';
  return (
    "FINAL_VAR referenced variable '" +
    name +
    "' not found in REPL namespace. " +
    'Available variables: [' +
    join(shown, ', ') +
    surplus +
    ']'
  );
}

function editDistance(left: string, right: string): number {
  if (left.length > 60 || right.length > 60) return 1_000;
  let row: number[] = [];
  for (let column = 0; column <= right.length; column++) push(row, column);
  for (let line = 1; line <= left.length; line++) {
    const next: number[] = [line];
    for (let column = 1; column <= right.length; column++) {
      const change = left[line - 1] === right[column - 1] ? 0 : 1;
      let best = (row[column - 1] ?? 0) + change;
      if ((row[column] ?? 0) + 1 < best) best = (row[column] ?? 0) + 1;
      if ((next[column - 1] ?? 0) + 1 < best) best = (next[column - 1] ?? 0) + 1;
      push(next, best);
    }
    row = next;
  }
  return row[right.length] ?? 1_000;
}
